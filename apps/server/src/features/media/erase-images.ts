import type { Statements } from '../../db/database.ts';
import { disownImages } from './queries.ts';

/** Removes a batch of a closed account's pictures: their files go within a day. Answers how many; 0 when none are left. */
export const eraseImages = (db: Statements, memberId: string): Promise<number> => disownImages(db, memberId);
