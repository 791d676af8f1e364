import type { Statements } from '../../db/database.ts';
import { setErasing } from './queries.ts';

/** Accounts closed 14 days ago or earlier, which from now on cannot come back; a hundred at most, the longest closed first. */
export const beginErasing = async (db: Statements): Promise<string[]> => (await setErasing(db)).map(({ id }) => id);
