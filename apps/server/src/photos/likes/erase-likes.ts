import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type LikeSubject, removeLikesBelow, removeLikesBy, removeLikesOf } from './queries.ts';

/** Erases the likes that a closed account gave, and those of its next posts. */
export const eraseLikes = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeLikesBy(db, memberId),
    () => removeLikesBelow(db, memberId),
  );

/** Erases the likes of deleted subjects in batches, because one may have 100,000. */
export const eraseLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeLikesOf(db, subject, ids));
