import type { Statements } from '../../platform/db/database.ts';
import * as queries from './sanction-queries.ts';

export { addWarning, lockOpenAccount } from './sanction-queries.ts';

/** From the next call on the member, whose account is locked, reads and does not write. */
export const markSilenced = async (tx: Statements, memberId: string, until: Date | null, reason: string): Promise<void> =>
  void (await queries.setSilenced(tx, memberId, until, reason));

/** Lets a member write again. False where they were not silenced. */
export const unmarkSilenced = async (tx: Statements, memberId: string): Promise<boolean> => (await queries.endSilenced(tx, memberId)) > 0;
