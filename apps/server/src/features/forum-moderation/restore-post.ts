import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { mayModerate } from '../forum-topics/rules.ts';
import { recordModeration } from '../moderation-log/record-moderation.ts';
import { setPostRestored } from './queries.ts';

/** Brings a deleted post back to its place. */
export async function restoreForumPost(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<void> {
  if (!mayModerate(viewer)) throw new Refusal('forbidden', 'Only organisers may do this.');
  await context.limits.spend('change by member', viewer.id);
  if (!isId(topicId) || !isId(postId)) throw notFound('Post not found');
  await context.db.transaction(async (tx) => {
    if ((await setPostRestored(tx, topicId, postId)) === 0) throw notFound('Post not found');
    await recordModeration(tx, viewer, 'restore_post', { topicId, postId });
  });
}
