import type { Statements } from '../../platform/db/database.ts';
import { removeLikesBy } from './like-queries.ts';

/** Deletes a batch of a closed account's forum likes. Returns how many; 0 when none are left. */
export const eraseForumLikes = (db: Statements, memberId: string): Promise<number> => removeLikesBy(db, memberId);
