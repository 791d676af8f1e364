import type { Statements } from '../../db/database.ts';
import { removeCommentsBelow, removeCommentsBy, removeMentionsOf } from './queries.ts';

/** Takes away a batch of the comments by a closed account, or below its next posts to be erased, and of its mentions. Answers how many; 0 when none are left. */
export const eraseComments = async (db: Statements, memberId: string): Promise<number> =>
  (await removeCommentsBy(db, memberId)) + (await removeCommentsBelow(db, memberId)) + (await removeMentionsOf(db, memberId));
