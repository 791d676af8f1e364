import type { CurrentUser } from '@mbari/contract/shapes/members';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { findCurrentUser } from './queries.ts';
import { viewCurrentUser } from './views.ts';

/** The member as they see themselves. */
export async function readCurrentUser({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<CurrentUser> {
  const row = await findCurrentUser(db, memberId);
  // Removed since the session was looked up.
  if (!row) throw unauthenticated();
  return viewCurrentUser(row, await site.known());
}
