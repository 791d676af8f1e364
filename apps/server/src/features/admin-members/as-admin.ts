import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { requireAdmin } from '../moderation-log/require-admin.ts';

/** Acts on a member in one transaction, for an admin and nobody else. */
export async function asAdmin<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  memberId: string,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  requireAdmin(viewer);
  await limits.spend('moderate by member', viewer.id);
  if (!isId(memberId)) throw notFound('profileNotFound');
  return db.transaction(work);
}
