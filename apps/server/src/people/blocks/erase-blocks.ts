import type { Statements } from '../../platform/db/database.ts';
import { removeBlocksOf, removeMutesOf } from './queries.ts';

/** Deletes a batch of a closed account's blocks and mutes, in both directions. Returns their number. */
export const eraseBlocks = async (db: Statements, memberId: string): Promise<number> =>
  (await removeBlocksOf(db, memberId)) + (await removeMutesOf(db, memberId));
