import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { removeCategoryTrack, setCategoryTrack } from './queries.ts';

type CategoryTrack = 'follow' | 'mute';

/** Follows a category or mutes it; one ends the other. */
export async function trackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  const kept = isId(categoryId) && (await setCategoryTrack(db, viewer.id, categoryId, { isFollowing: track === 'follow' }));
  if (!kept) throw notFound('forumCategoryNotFound');
}

/** Follows a category no longer, or hears of it again. */
export async function untrackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  const category = isId(categoryId) && (await removeCategoryTrack(db, viewer.id, categoryId, { isFollowing: track === 'follow' }));
  if (!category) throw notFound('forumCategoryNotFound');
}
