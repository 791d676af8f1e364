import type { Statements } from '../../platform/db/database.ts';
import { removeTracksOf } from './queries.ts';

/** Takes away a batch of what a closed account followed, muted and read. Answers how many; 0 when none are left. */
export const eraseTracks = (db: Statements, memberId: string): Promise<number> => removeTracksOf(db, memberId);
