import type { ForumCategory } from '@mbari/contract/forum/categories';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { viewLatestPost } from '../topics/views.ts';
import { type CategoryRow, listCategoryRows } from './queries.ts';

export const readForumCategories = async ({ db }: Context, viewer: Viewer): Promise<ForumCategory[]> =>
  (await listCategoryRows(db, viewer.id)).map(viewForumCategory);

export async function readForumCategory(context: Context, viewer: Viewer, id: string): Promise<ForumCategory> {
  const category = (await readForumCategories(context, viewer)).find((forumCategory) => forumCategory.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
}

const viewForumCategory = ({ latest_topic, created_at, ...row }: CategoryRow): ForumCategory => ({
  ...row,
  latest_topic: latest_topic && { ...latest_topic, latest_post: viewLatestPost(latest_topic.latest_post) },
  created_at: created_at.toISOString(),
});
