import type { Statements } from '../../db/database.ts';
import { addVouchedMember } from './queries.ts';

/**
 * Adds a member without a password whose address somebody else vouches for, under the first of these usernames that is free.
 * False where all were taken, even just now. The address is unique: `isAddressTaken` tells whether another account was first.
 */
export const openVouchedAccount = async (
  tx: Statements,
  member: { id: string; name: string; email: string },
  usernames: readonly string[],
): Promise<boolean> => (await addVouchedMember(tx, member, usernames)) === 1;
