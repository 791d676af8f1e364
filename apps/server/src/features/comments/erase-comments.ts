import type { Statements } from '../../db/database.ts';
import { removeCommentsBelow, removeCommentsBelowPosts, removeCommentsBy, removeMentionsOf } from './queries.ts';

/** Takes away a batch of the comments by a closed account, or below its next posts to be erased, and of its mentions. Answers how many; 0 when none are left. */
export const eraseComments = async (db: Statements, memberId: string): Promise<number> =>
  (await removeCommentsBy(db, memberId)) + (await removeCommentsBelow(db, memberId)) + (await removeMentionsOf(db, memberId));

/** Takes away a batch of what was said below deleted posts. Answers how many; 0 when none are left. */
export const eraseCommentsBelow = (db: Statements, photoIds: readonly string[]): Promise<number> => removeCommentsBelowPosts(db, photoIds);
