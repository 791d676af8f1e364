import type { Statements } from '../../db/database.ts';
import { removeCommentsOf } from './queries.ts';

/** Takes away a batch of the comments by a closed account or below its posts. Answers how many; 0 when none are left. */
export const eraseComments = (db: Statements, memberId: string): Promise<number> => removeCommentsOf(db, memberId);
