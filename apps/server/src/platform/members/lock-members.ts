import type { Statements } from '../db/database.ts';
import { lockMemberCalled, lockMembers } from './queries.ts';

/** Locks the member of that username or verified address until the transaction ends. Answers their id, if there is one. */
export const lockAccountCalled = async (tx: Statements, who: string): Promise<string | undefined> =>
  (await lockMemberCalled(tx, who.trim().toLowerCase()))?.id;

/** Locks those of these members who are there, in the order of their ids, as every transaction does that locks more than one. */
export const lockAccounts = async (tx: Statements, ids: readonly string[]): Promise<string[]> =>
  (await lockMembers(tx, ids)).map(({ id }) => id);
