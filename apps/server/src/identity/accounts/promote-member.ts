import { canonicalEmail } from '@mbari/contract/shapes/auth';
import type { Context } from '../../platform/context.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { setRole } from './queries.ts';
import { mailAdminsAboutNewAdmin } from './roles.ts';

/** Sets the role of a member found by username or address. Throws `not_found`. */
export async function promoteMember({ db }: Context, who: string, role: 'member' | 'moderator' | 'admin'): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await setRole(tx, canonicalEmail(who), role);
    if (!member) throw notFound(because('noSuchMember', { who }));
    if (role === 'admin') await mailAdminsAboutNewAdmin(tx, member.id);
  });
}
