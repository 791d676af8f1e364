import { canonicalEmail } from '@mbari/contract/shapes/auth';
import type { Context } from '../../platform/context.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { setRole } from './queries.ts';
import { mailAdminsAboutNewAdmin } from './roles.ts';

/** Gives a member, named by username or address, another role. It counts from their next request on. Throws `not_found`. */
export async function promoteMember({ db }: Context, who: string, role: 'member' | 'moderator' | 'admin'): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await setRole(tx, canonicalEmail(who), role);
    if (!member) throw notFound(because('noSuchMember', { who }));
    if (role === 'admin') await mailAdminsAboutNewAdmin(tx, member.id);
  });
}
