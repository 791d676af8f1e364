import type { Statements } from '../../platform/db/database.ts';
import { removeVotesBy } from './queries.ts';

/** Deletes a batch of a closed account's votes. Returns how many; 0 when none are left. */
export const eraseVotes = (db: Statements, memberId: string): Promise<number> => removeVotesBy(db, memberId);
