import type { Statements } from '../../db/database.ts';
import { removeFollowsOf } from './queries.ts';

/** Takes away a batch of a closed account's follows, either way. Answers how many; 0 when none are left. */
export const eraseFollows = (db: Statements, memberId: string): Promise<number> => removeFollowsOf(db, memberId);
