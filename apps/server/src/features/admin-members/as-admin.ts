import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';

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
