import { deleteCategory as deleteCategoryCall } from '@mbari/contract/category-removal';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { deleteCategory } from './delete-category.ts';

export const categoryRemovalRoutes = [
  route(deleteCategoryCall, async ({ context, member, params, query }) => {
    await deleteCategory(context, member, params.id, query.move_to);
    return { message: answers.categoryDeleted };
  }),
];
