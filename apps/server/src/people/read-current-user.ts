import type { CurrentUser } from '@mbari/contract/people/members';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { unauthenticated } from '../platform/http/viewer.ts';
import { findCurrentUser } from './current-user-queries.ts';
import { viewCurrentUser } from './current-user-views.ts';

export async function readCurrentUser({ site }: Pick<Context, 'site'>, db: Statements, memberId: string): Promise<CurrentUser> {
  const row = await findCurrentUser(db, memberId);
  if (!row) throw unauthenticated();
  return viewCurrentUser(row, await site.known());
}
