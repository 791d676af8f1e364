import { type Statements, violates } from '../../platform/db/database.ts';
import { invalid } from '../../platform/refusal.ts';
import { resemblesStaff } from '../../platform/screening/staff-names.ts';
import { insertMember, insertVerifiedMember, type NewMember } from './queries.ts';
import { isReserved } from './reserved-usernames.ts';

const usernameTaken = () => invalid({ username: ['usernameTaken'] });

/** Adds a pending account. Throws `validation` for a taken or reserved username, or a name like the team's. */
export async function openAccount(tx: Statements, member: NewMember): Promise<void> {
  if (resemblesStaff(member.name)) throw invalid({ name: ['nameReserved'] });
  if (isReserved(member.username)) throw usernameTaken();
  try {
    await insertMember(tx, member);
  } catch (error) {
    if (violates(error, 'members_username_key')) throw usernameTaken();
    throw error;
  }
}

/** Adds a member verified by the provider under the first free username. Returns false if all are taken. May throw `isAddressTaken`. */
export const openVerifiedAccount = async (
  tx: Statements,
  member: Pick<NewMember, 'id' | 'name' | 'email' | 'locale'>,
  usernames: readonly string[],
): Promise<boolean> => (await insertVerifiedMember(tx, member, usernames)) === 1;
