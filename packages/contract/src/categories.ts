import { callsOf } from './endpoint.ts';
import type { categoryShapes } from './shapes/categories.ts';

const call = callsOf<typeof categoryShapes>();

export const listCategories = call('listCategories', {
  method: 'GET',
  path: '/categories',
  access: 'session',
  summary: 'The photo categories, which are also the interests, with the number of posts the viewer may see in each.',
});
export const createCategory = call('createCategory', {
  method: 'POST',
  path: '/admin/categories',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Add a photo category behind all others: admins.',
});
export const updateCategory = call('updateCategory', {
  method: 'PUT',
  path: '/admin/categories/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Rename a photo category, or put it elsewhere among the others: admins. Its old address still leads to it. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
});
