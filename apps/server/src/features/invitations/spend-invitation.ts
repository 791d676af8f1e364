import type { Statements } from '../../db/database.ts';
import { secretHash } from '../sessions/sessions.ts';
import { addInvited } from './queries.ts';

/** Uses the invitation for a newcomer, in the transaction that opens their account. False where no use is left. */
export const spendInvitation = async (tx: Statements, memberId: string, token: string): Promise<boolean> =>
  (await addInvited(tx, memberId, secretHash(token))) === 1;
