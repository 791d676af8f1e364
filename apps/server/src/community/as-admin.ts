import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';

/** Runs an admin's act on a member in one transaction, within the admin's rate limit. Throws `not_found`. */
export async function asAdmin<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  memberId: string,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  await limits.spend('moderate by member', viewer.id);
  if (!isId(memberId)) throw notFound('profileNotFound');
  return db.transaction(work);
}
