import { type Statements, violates } from '../../platform/db/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { addMember, addVouchedMember, type NewMember } from './queries.ts';
import { isReserved } from './reserved-usernames.ts';

const taken = () => invalid({ username: ['usernameTaken'] });

/** Adds a pending account. Throws `validation` where the username is taken or reserved, and for a name that is the team’s. */
export async function openAccount(tx: Statements, member: NewMember): Promise<void> {
  if (resemblesStaff(member.name)) throw invalid({ name: ['nameReserved'] });
  if (isReserved(member.username)) throw taken();
  try {
    await addMember(tx, member);
  } catch (error) {
    if (violates(error, 'members_username_key')) throw taken();
    throw error;
  }
}

/**
 * Adds a member without a password whose address somebody else vouches for, under the first of these usernames that is free.
 * False where all were taken, even just now. The address is unique: `isAddressTaken` tells whether another account was first.
 */
export const openVouchedAccount = async (
  tx: Statements,
  member: Pick<NewMember, 'id' | 'name' | 'email' | 'locale'>,
  usernames: readonly string[],
): Promise<boolean> => (await addVouchedMember(tx, member, usernames)) === 1;
