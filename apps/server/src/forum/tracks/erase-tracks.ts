import type { Statements } from '../../platform/db/database.ts';
import { removeTracksOf } from './queries.ts';

/** Deletes a batch of a closed account's follows, mutes and read positions. Returns how many; 0 when none are left. */
export const eraseTracks = (db: Statements, memberId: string): Promise<number> => removeTracksOf(db, memberId);
