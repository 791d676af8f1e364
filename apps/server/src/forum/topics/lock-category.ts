import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { lockCategory } from './organiser-queries.ts';

/** Locks a category that topics go to, before they are locked, as whoever deletes it does. Answers whether it is there. */
export const lockCategoryOf = async (tx: Statements, categoryId: string): Promise<boolean> =>
  isId(categoryId) && (await lockCategory(tx, categoryId));

export async function requireCategory(tx: Statements, categoryId: string): Promise<void> {
  if (!(await lockCategoryOf(tx, categoryId))) throw invalid({ category_id: ['noSuchCategory'] });
}
