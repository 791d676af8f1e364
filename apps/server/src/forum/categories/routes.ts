import * as calls from '@mbari/contract/forum/categories';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { listForumCategories, readForumCategory } from './read-categories.ts';
import { createForumCategory, deleteForumCategory, updateForumCategory } from './save-category.ts';

export const forumCategoryRoutes = [
  route(calls.listForumCategories, ({ context, member }) => listForumCategories(context, member)),
  route(calls.createForumCategory, async ({ context, member, body }) => {
    const id = await createForumCategory(context, member, body);
    return { message: answers.categoryAdded, data: await readForumCategory(context, member, id) };
  }),
  route(calls.updateForumCategory, async ({ context, member, params, body }) => {
    await updateForumCategory(context, member, params.id, body);
    return { message: answers.categoryChanged, data: await readForumCategory(context, member, params.id) };
  }),
  route(calls.deleteForumCategory, async ({ context, member, params, query }) => {
    await deleteForumCategory(context, member, params.id, query.move_to);
    return { message: answers.categoryDeleted };
  }),
];
