import type { Statements } from '../../platform/db/database.ts';
import { removeLikesBy } from './like-queries.ts';

export const eraseForumLikes = (db: Statements, memberId: string): Promise<number> => removeLikesBy(db, memberId);
