import type { Statements } from '../../db/database.ts';
import { lockMembers } from './queries.ts';

/**
 * Holds two members in the order of their ids, as everybody does who changes what stands between them. What is asked after this, of
 * either or of both, is as it is and stays so until the transaction ends: a statement that held them itself would go on with what it
 * had seen before it waited.
 */
export async function lockBothMembers(tx: Statements, one: string, other: string): Promise<void> {
  await lockMembers(tx, [one, other]);
}
