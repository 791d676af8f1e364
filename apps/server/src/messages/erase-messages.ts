import type { Statements } from '../platform/db/database.ts';
import { inBatches } from '../platform/db/in-batches.ts';
import { deleteMembershipsOf, deleteReactionsOf, deleteUnsentImagesOf, detachMessages, detachSentImages } from './sweep-queries.ts';

/** Removes a closed account from its conversations. What it sent stays there, without its author. */
export const eraseMessages = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => deleteUnsentImagesOf(db, memberId),
    () => detachSentImages(db, memberId),
    () => detachMessages(db, memberId),
    () => deleteReactionsOf(db, memberId),
    () => deleteMembershipsOf(db, memberId),
  );
