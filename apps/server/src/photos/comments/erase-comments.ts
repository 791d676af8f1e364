import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { removeCommentsBelow, removeCommentsBelowPosts, removeCommentsBy, removeTombstones } from './erase-queries.ts';

/** Erases the comments by a closed account, and those below its next posts to be erased. */
export const eraseComments = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeCommentsBy(db, memberId),
    // Below what they began they may have replied to themselves alone.
    () => removeTombstones(db),
    () => removeCommentsBelow(db, memberId),
  );

/** Erases the comments below deleted posts. */
export const eraseCommentsBelow = (db: Statements, photoIds: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeCommentsBelowPosts(db, photoIds));
