import type { Statements } from '../../platform/db/database.ts';
import { removeUploadsOf } from './queries.ts';

export const eraseUploads = (db: Statements, memberId: string): Promise<number> => removeUploadsOf(db, memberId);
