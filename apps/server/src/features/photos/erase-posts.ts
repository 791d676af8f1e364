import type { Statements } from '../../db/database.ts';
import { removePhotosOf } from './queries.ts';

/** Takes away a batch of a closed account's posts, once their likes, comments and pictures are gone. Answers how many; 0 when none are left. */
export const erasePosts = (db: Statements, memberId: string): Promise<number> => removePhotosOf(db, memberId);
