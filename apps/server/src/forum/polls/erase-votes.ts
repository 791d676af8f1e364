import type { Statements } from '../../platform/db/database.ts';
import { removeVotesBy } from './queries.ts';

/** Takes away a batch of the votes of a closed account. Answers how many; 0 when none are left. */
export const eraseVotes = (db: Statements, memberId: string): Promise<number> => removeVotesBy(db, memberId);
