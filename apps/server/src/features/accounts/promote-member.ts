import type { Context } from '../../context.ts';
import { because, notFound } from '../../refusal.ts';
import { setRole } from './queries.ts';

/** Gives a member, named by username or address, another role. It counts from their next request on. Throws `not_found`. */
export async function promoteMember({ db }: Context, who: string, role: 'member' | 'moderator' | 'admin'): Promise<void> {
  if ((await setRole(db, who.trim().toLowerCase(), role)) === 0) throw notFound(because('noSuchMember', { who }));
}
