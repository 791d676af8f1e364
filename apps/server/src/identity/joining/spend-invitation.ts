import type { Statements } from '../../platform/db/database.ts';
import { secretHash } from '../sign-in/sessions.ts';
import { addInvited } from './invitation-queries.ts';

/** Uses the invitation for a newcomer, in the transaction that opens their account. False where no use is left. */
export const spendInvitation = async (tx: Statements, memberId: string, token: string): Promise<boolean> =>
  (await addInvited(tx, memberId, secretHash(token))) === 1;
