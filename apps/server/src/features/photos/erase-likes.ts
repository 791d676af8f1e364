import type { Statements } from '../../db/database.ts';
import { removeLikesOf } from './queries.ts';

/** Takes away a batch of the likes that a closed account gave or got. Answers how many; 0 when none are left. */
export const eraseLikes = (db: Statements, memberId: string): Promise<number> => removeLikesOf(db, memberId);
