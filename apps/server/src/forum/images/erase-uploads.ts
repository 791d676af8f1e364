import type { Statements } from '../../platform/db/database.ts';
import { removeUploadsOf } from './queries.ts';

/** Takes away a batch of what a closed account uploaded for the forum. Answers how many; 0 when none are left. */
export const eraseUploads = (db: Statements, memberId: string): Promise<number> => removeUploadsOf(db, memberId);
