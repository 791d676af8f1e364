import { type Statements, violates } from '../../platform/db/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { addMember, addVouchedMember, type NewMember } from './queries.ts';
import { isReserved } from './reserved-usernames.ts';

const taken = () => invalid({ username: ['usernameTaken'] });

/** Adds a pending account. Throws `validation` for a taken or reserved username, or a name like the team's. */
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

/** Adds a member verified by the provider under the first free username. Returns false if all are taken. May throw `isAddressTaken`. */
export const openVouchedAccount = async (
  tx: Statements,
  member: Pick<NewMember, 'id' | 'name' | 'email' | 'locale'>,
  usernames: readonly string[],
): Promise<boolean> => (await addVouchedMember(tx, member, usernames)) === 1;
