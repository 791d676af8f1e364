import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type LikeSubject, removeLikesBelow, removeLikesBy, removeLikesOf } from './queries.ts';

export const eraseLikes = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeLikesBy(db, memberId),
    () => removeLikesBelow(db, memberId),
  );

export const eraseLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeLikesOf(db, subject, ids));
