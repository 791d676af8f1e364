import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { lockCategory } from './organiser-queries.ts';

/** Must precede locks of topics, in the order of category deletion. Returns false if the category is missing. */
export const lockCategoryOf = async (tx: Statements, categoryId: string): Promise<boolean> =>
  isId(categoryId) && (await lockCategory(tx, categoryId));

export async function requireCategory(tx: Statements, categoryId: string): Promise<void> {
  if (!(await lockCategoryOf(tx, categoryId))) throw invalid({ category_id: ['noSuchCategory'] });
}
