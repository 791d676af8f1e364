import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { Task } from '../../platform/jobs/task.ts';
import {
  removeCommentsBelow,
  removeCommentsBelowPosts,
  removeCommentsBy,
  removeTombstones,
  removeDeletedComments,
} from './erase-queries.ts';

/** Erases the comments of a closed account, and all comments on 50 of its posts, which `erasePosts` deletes next. */
export const eraseComments = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeCommentsBy(db, memberId),
    // Deletes tombstones whose only replies were the account's own.
    () => removeTombstones(db),
    () => removeCommentsBelow(db, memberId),
  );

export const eraseCommentsBelow = (db: Statements, photoIds: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeCommentsBelowPosts(db, photoIds));

/** Erases deleted comments that can no longer be reported. Comments with replies keep a tombstone row. */
export const sweepDeletedComments: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => removeDeletedComments(db),
    () => removeTombstones(db),
  );
