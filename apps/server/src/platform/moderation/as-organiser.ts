import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import type { Organiser } from '../http/viewer.ts';

export async function asOrganiser<Result>(
  { db, limits }: Context,
  viewer: Organiser,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  await limits.spend('moderate by member', viewer.id);
  return db.transaction(work);
}
