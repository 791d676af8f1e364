import { isGuessablePassword } from '../../platform/adapters/guessable-passwords.ts';
import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { insertAdmin } from './queries.ts';
import { mailAdminsAboutNewAdmin } from './roles.ts';

/** Creates an admin with a verified address. Throws `validation`. */
export async function createAdmin(
  { db }: Context,
  admin: { username: string; name: string; email: string; password: string },
): Promise<void> {
  const { username, name, email } = admin;
  if (await isGuessablePassword(admin.password, admin)) throw invalid({ password: ['passwordTooCommon'] });
  const password_hash = await hashPassword(admin.password);
  try {
    const id = newId();
    await db.transaction(async (tx) => {
      await insertAdmin(tx, { id, username, name, email, password_hash });
      await mailAdminsAboutNewAdmin(tx, id);
    });
  } catch (error) {
    if (violates(error, 'members_username_key')) throw invalid({ username: ['usernameTaken'] });
    if (violates(error, 'members_verified_email')) throw invalid({ email: ['addressOfMember'] });
    throw error;
  }
}
