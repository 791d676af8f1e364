import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { requireOrganiser } from '../moderation-log/require-organiser.ts';

/** Acts in one transaction, for an organiser and nobody else. */
export async function asOrganiser<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  requireOrganiser(viewer);
  await limits.spend('moderate by member', viewer.id);
  return db.transaction(work);
}
