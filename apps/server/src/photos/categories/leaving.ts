import type { Database, Statements } from '../../platform/db/database.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';

export { findLeaving, listLeaving } from './queries.ts';

interface Leaving {
  id: string;
  /** Where its posts go; null: they are left without a category. */
  movesTo: string | null;
  /** It has to be empty, since nobody said where they go. */
  mustBeEmpty: boolean;
}

/** A category is deleted, and leaves once nothing is in it. Answers what it was called. Throws `not_found`, `not_empty` or `invalid`. */
export async function beginLeaving(tx: Statements, { id, movesTo, mustBeEmpty }: Leaving): Promise<string> {
  const locked = await queries.lockStayingCategories(tx, movesTo === null ? [id] : [id, movesTo]);
  const category = locked.find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  if (movesTo !== null && locked.length < 2) throw invalid({ move_to: ['noSuchCategory'] });
  if (mustBeEmpty && (await queries.hasPhotos(tx, id))) throw new Refusal('not_empty', 'photoCategoryNotEmpty');
  await queries.setLeaving(tx, id, movesTo);
  return category.name;
}

/** Whoever posts in it at this moment is waited for: false where they were first. */
export const removeWhereEmpty = (db: Database, id: string): Promise<boolean> =>
  db.transaction(async (tx) => (await queries.lockLeaving(tx, id)) === 0 || (await queries.removeEmptied(tx, id)) === 1);
