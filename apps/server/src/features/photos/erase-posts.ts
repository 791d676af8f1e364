import type { Statements } from '../../db/database.ts';
import { removePhotosOf } from './queries.ts';

/** Takes away the next posts of a closed account, once their likes and comments are gone. Answers how many; 0 when none are left. */
export const erasePosts = (db: Statements, memberId: string): Promise<number> => removePhotosOf(db, memberId);
