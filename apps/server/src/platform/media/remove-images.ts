import type { Statements } from '../db/database.ts';
import { disownImages, setImagesDeleted } from './queries.ts';

/** Images that nothing shows any more, in the transaction that removed them: gone at the next request, their files within a day. */
export const removeImages = (tx: Statements, ids: readonly string[]): Promise<number> => setImagesDeleted(tx, ids);

/** Removes a batch of a closed account's images: their files go within a day. Answers how many; 0 when none are left. */
export const eraseImages = (db: Statements, memberId: string): Promise<number> => disownImages(db, memberId);
