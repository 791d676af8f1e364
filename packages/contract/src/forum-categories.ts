import { callsOf } from './endpoint.ts';
import type { forumCategoryShapes } from './shapes/forum-categories.ts';

const call = callsOf<typeof forumCategoryShapes>();

export const listForumCategories = call('listForumCategories', {
  method: 'GET',
  path: '/forum/categories',
  access: 'onboarded',
  summary: 'The categories of the forum, in their order.',
});
export const createForumCategory = call('createForumCategory', {
  method: 'POST',
  path: '/forum/categories',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Add a category of the forum: admins.',
});
export const updateForumCategory = call('updateForumCategory', {
  method: 'PUT',
  path: '/forum/categories/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Change a category of the forum, or where it stands: admins. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
});
export const deleteForumCategory = call('deleteForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}',
  access: 'admin',
  summary: 'Delete a category of the forum: admins. Its topics go to another one, named by `move_to`.',
  refuses: ['not_found', 'not_empty'],
});
