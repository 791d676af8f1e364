import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type LikeSubject, removeLikesBelow, removeLikesBy, removeLikesOf } from './queries.ts';

/** Erases the likes that a closed account gave, and those that its next posts to be erased got. */
export const eraseLikes = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeLikesBy(db, memberId),
    () => removeLikesBelow(db, memberId),
  );

/** Erases the likes on deleted subjects: one may have a hundred thousand. */
export const eraseLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeLikesOf(db, subject, ids));
