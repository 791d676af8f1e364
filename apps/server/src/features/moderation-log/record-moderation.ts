import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { newId } from '../../ids.ts';
import { addLogEntry } from './queries.ts';

export type ModerationAction =
  | 'lock_topic'
  | 'unlock_topic'
  | 'pin_topic'
  | 'unpin_topic'
  | 'move_topic'
  | 'edit_topic'
  | 'delete_topic'
  | 'restore_topic'
  | 'split_topic'
  | 'merge_topic'
  | 'edit_post'
  | 'close_poll'
  | 'delete_post'
  | 'restore_post'
  | 'create_category'
  | 'update_category'
  | 'delete_category';

interface About {
  topicId?: string;
  postId?: string;
  categoryId?: string;
  /** What it was before, or what became of it. */
  note?: string;
}

/** Keeps what an organiser did, in the transaction in which they do it. */
export async function recordModeration(
  tx: Statements,
  actor: Pick<Viewer, 'id'>,
  action: ModerationAction,
  { topicId, postId, categoryId, note }: About,
): Promise<void> {
  await addLogEntry(tx, {
    id: newId(),
    actorId: actor.id,
    action,
    topicId: topicId ?? null,
    postId: postId ?? null,
    categoryId: categoryId ?? null,
    note: note ?? null,
  });
}
