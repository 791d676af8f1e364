import type { Statements } from '../../platform/db/database.ts';
import { removeLikesBy } from './like-queries.ts';

/** Takes away a batch of the likes that a closed account gave in the forum. Answers how many; 0 when none are left. */
export const eraseForumLikes = (db: Statements, memberId: string): Promise<number> => removeLikesBy(db, memberId);
