import type { Statements } from '../../platform/db/database.ts';
import { removeUploadsOf } from './queries.ts';

/** Deletes a batch of a closed account's forum uploads. Returns how many; 0 when none are left. */
export const eraseUploads = (db: Statements, memberId: string): Promise<number> => removeUploadsOf(db, memberId);
