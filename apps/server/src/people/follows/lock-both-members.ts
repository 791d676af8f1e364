import type { Statements } from '../../platform/db/database.ts';
import { lockMembers } from './queries.ts';

/**
 * Locks two members in the order of ids, like every change between two members. Later reads are stable until the transaction ends. A
 * statement that locked the rows itself would use data read before its wait.
 */
export async function lockBothMembers(tx: Statements, memberId: string, otherId: string): Promise<void> {
  await lockMembers(tx, [memberId, otherId]);
}
