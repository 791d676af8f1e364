import type { Statements } from '../../platform/db/database.ts';
import { lockMembers } from './queries.ts';

/**
 * Locks two members in the order of ids, like every change between two members. Needs its own statement: a statement that also reads would
 * see data from before its wait.
 */
export async function lockBothMembers(tx: Statements, memberId: string, otherId: string): Promise<void> {
  await lockMembers(tx, [memberId, otherId]);
}
