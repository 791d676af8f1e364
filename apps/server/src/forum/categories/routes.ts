import * as calls from '@mbari/contract/forum/categories';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { deleteForumCategory } from './delete-category.ts';
import { readForumCategory } from './read-categories.ts';
import { createForumCategory, updateForumCategory } from './save-category.ts';
import { listForumCategories } from './shared-categories.ts';

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
