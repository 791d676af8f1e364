import { withdrawFollowed } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { removeCategoryTrack, setCategoryTrack } from './queries.ts';

type CategoryTrack = 'follow' | 'mute';

/** Following replaces muting, and vice versa. */
export async function trackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    if (!(await setCategoryTrack(tx, viewer.id, categoryId, { isFollowing: track === 'follow' }))) throw notFound('forumCategoryNotFound');
    if (track === 'mute') await withdrawFollowed(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}

export async function untrackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    if (!(await removeCategoryTrack(tx, viewer.id, categoryId, { isFollowing: track === 'follow' })))
      throw notFound('forumCategoryNotFound');
    if (track === 'follow') await withdrawFollowed(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}
