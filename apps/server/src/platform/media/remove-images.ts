import type { Statements } from '../db/database.ts';
import { disownImages, setImagesDeleted } from './queries.ts';

export const removeImages = (tx: Statements, ids: readonly string[]): Promise<number> => setImagesDeleted(tx, ids);

export const eraseImages = (db: Statements, memberId: string): Promise<number> => disownImages(db, memberId);
