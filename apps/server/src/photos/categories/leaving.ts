import type { Database, Statements } from '../../platform/db/database.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import * as queries from './queries.ts';

export { findLeaving, listLeaving } from './queries.ts';

interface Leaving {
  id: string;
  movesTo: string | null;
  /** The request named no target, so the category must have no posts. */
  mustBeEmpty: boolean;
}

/** Marks a category as deleted and returns its name. Throws `not_found`, `not_empty` or `invalid`. */
export async function beginLeaving(tx: Statements, { id, movesTo, mustBeEmpty }: Leaving): Promise<string> {
  const locked = await queries.lockStayingCategories(tx, movesTo === null ? [id] : [id, movesTo]);
  const category = locked.find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  if (movesTo !== null && locked.length < 2) throw invalid({ move_to: ['noSuchCategory'] });
  if (mustBeEmpty && (await queries.hasPhotos(tx, id))) throw new Refusal('not_empty', 'photoCategoryNotEmpty');
  await queries.setLeaving(tx, id, movesTo);
  return category.name;
}

/** Waits for posts being added to it. Returns false if one was added first. */
export const removeWhereEmpty = (db: Database, id: string): Promise<boolean> =>
  db.transaction(async (tx) => (await queries.lockLeaving(tx, id)) === 0 || (await queries.removeEmptied(tx, id)) === 1);
