import type { Statements } from '../../db/database.ts';
import { removeLikesBelow, removeLikesBy } from './queries.ts';

/** Takes away a batch of the likes that a closed account gave, or that its next posts to be erased got. Answers how many; 0 when none are left. */
export const eraseLikes = async (db: Statements, memberId: string): Promise<number> =>
  (await removeLikesBy(db, memberId)) + (await removeLikesBelow(db, memberId));
