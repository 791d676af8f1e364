import type { Statements } from '../../db/database.ts';
import { setImagesDeleted } from './queries.ts';

/** Pictures that nothing shows any more, in the transaction that removed them: gone at the next request, their files within a day. */
export const removeImages = (tx: Statements, ids: readonly string[]): Promise<number> => setImagesDeleted(tx, ids);
