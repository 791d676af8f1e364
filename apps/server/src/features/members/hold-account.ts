import type { Statements } from '../../db/database.ts';
import { holdMemberCalled, holdMembers } from './queries.ts';

/** Holds the row of the member of that username or verified address until the transaction ends. Answers their id, if there is one. */
export const holdAccountCalled = async (tx: Statements, who: string): Promise<string | undefined> =>
  (await holdMemberCalled(tx, who.trim().toLowerCase()))?.id;

/** Holds those of these members who are there, in the order of their ids, as everybody does who holds more than one. */
export const holdAccounts = async (tx: Statements, ids: readonly string[]): Promise<string[]> =>
  (await holdMembers(tx, ids)).map(({ id }) => id);
