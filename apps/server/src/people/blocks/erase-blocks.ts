import type { Statements } from '../../platform/db/database.ts';
import { removeBlocksOf, removeMutesOf } from './queries.ts';

/** Takes away a batch of a closed account's blocks and mutes, either way. Answers how many; 0 when none are left. */
export const eraseBlocks = async (db: Statements, memberId: string): Promise<number> =>
  (await removeBlocksOf(db, memberId)) + (await removeMutesOf(db, memberId));
