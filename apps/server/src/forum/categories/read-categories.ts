import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { listCategoryRows } from './queries.ts';
import { viewForumCategory } from './views.ts';

export const readForumCategories = async ({ db }: Context, viewer: Viewer): Promise<ForumCategory[]> =>
  (await listCategoryRows(db, viewer.id)).map(viewForumCategory);

export async function readForumCategory(context: Context, viewer: Viewer, id: string): Promise<ForumCategory> {
  const category = (await readForumCategories(context, viewer)).find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
}
