import type { Statements } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { removeFollowsOf } from './queries.ts';

/** Erases the follows of a closed account, in both directions. */
export const eraseFollows = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => removeFollowsOf(db, memberId));
