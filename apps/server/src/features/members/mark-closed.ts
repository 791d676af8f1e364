import type { Statements } from '../../db/database.ts';
import { setClosed } from './queries.ts';

/** From now on the account exists for nobody else and stands in no count. False where it was closed before. */
export const markClosed = async (tx: Statements, memberId: string): Promise<boolean> => (await setClosed(tx, memberId)) === 1;
