import type { Statements } from '../../db/database.ts';
import { secretHash } from '../sessions/sessions.ts';
import { addInvited } from './queries.ts';

/** Takes a place of the invitation for a newcomer, in the transaction that opens their account. False where none is left. */
export const takePlace = async (tx: Statements, memberId: string, token: string): Promise<boolean> =>
  (await addInvited(tx, memberId, secretHash(token))) === 1;
