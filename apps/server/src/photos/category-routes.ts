import * as calls from '@mbari/contract/photos/categories';
import { deleteCategory as deleteCategoryCall } from '@mbari/contract/photos/categories';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { listCategories } from './category-queries.ts';
import { deleteCategory } from './delete-category.ts';
import { createCategory, readCategory, updateCategory } from './save-category.ts';

export const categoryRoutes = [
  route(calls.listCategories, async ({ context, member }) => ({ data: await listCategories(context.db, member.id) })),
  route(calls.createCategory, async ({ context, member, body }) => {
    const id = await createCategory(context, member, body);
    return { message: answers.categoryAdded, data: await readCategory(context, member, id) };
  }),
  route(calls.updateCategory, async ({ context, member, params, body }) => {
    await updateCategory(context, member, params.id, body);
    return { message: answers.categoryChanged, data: await readCategory(context, member, params.id) };
  }),
  route(deleteCategoryCall, async ({ context, member, params, query }) => {
    await deleteCategory(context, member, params.id, query.move_to);
    return { message: answers.categoryDeleted };
  }),
];
