import { listCategories as listCategoriesCall } from '@mbari/contract/categories';
import { route } from '../../http/route.ts';
import { listCategories } from './queries.ts';

export const categoryRoutes = [
  route(listCategoriesCall, async ({ context, member }) => ({ data: await listCategories(context.db, member.id) })),
];
