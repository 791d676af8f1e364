import type { Statements } from '../../platform/db/database.ts';
import { removeVotesBy } from './queries.ts';

export const eraseVotes = (db: Statements, memberId: string): Promise<number> => removeVotesBy(db, memberId);
