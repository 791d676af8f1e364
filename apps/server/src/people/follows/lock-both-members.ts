import type { Statements } from '../../platform/db/database.ts';
import { lockMembers } from './queries.ts';

/**
 * Locks two members in the order of their ids, as every change between two members does. What is read of them afterwards stays so until
 * the transaction ends. A statement that locked them itself would go on with what it had read before it waited.
 */
export async function lockBothMembers(tx: Statements, one: string, other: string): Promise<void> {
  await lockMembers(tx, [one, other]);
}
