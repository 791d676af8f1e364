import type { Statements } from '../../db/database.ts';
import { emptyPostsOf, removeMentionsOf } from './queries.ts';

/** Takes away a batch of what a closed account wrote in the forum, and of where it is named. Answers how many; 0 when none are left. */
export const eraseForumPosts = async (db: Statements, memberId: string): Promise<number> =>
  (await removeMentionsOf(db, memberId)) + (await emptyPostsOf(db, memberId));
