import type { Statements } from '../platform/db/database.ts';
import { inBatches } from '../platform/db/in-batches.ts';
import {
  type LikeSubject,
  removeLikesBelow,
  removeLikesBy,
  removeLikesOf,
  removeSavedBelow,
  removeSavedBy,
  removeSavedOf,
} from './like-queries.ts';

export const eraseLikes = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeLikesBy(db, memberId),
    () => removeLikesBelow(db, memberId),
  );

export const eraseLikesOf = (db: Statements, subject: LikeSubject, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeLikesOf(db, subject, ids));

export const eraseSavedPosts = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => removeSavedBy(db, memberId),
    () => removeSavedBelow(db, memberId),
  );

export const eraseSavedOf = (db: Statements, ids: readonly string[], signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeSavedOf(db, ids));
