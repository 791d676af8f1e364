import type { ListedCategory } from '@mbari/contract/shapes/categories';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { listCategories } from './queries.ts';

export async function readCategory({ db }: Context, viewer: Viewer, id: string): Promise<ListedCategory> {
  const category = (await listCategories(db, viewer.id)).find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
}
