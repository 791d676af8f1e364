import type { Statements } from '../../platform/db/database.ts';
import { removeTracksOf } from './queries.ts';

export const eraseTracks = (db: Statements, memberId: string): Promise<number> => removeTracksOf(db, memberId);
