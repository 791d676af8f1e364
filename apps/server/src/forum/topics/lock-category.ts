import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { lockCategoryForKeyShare } from './queries.ts';

/** Must precede locks of topics, as in category deletion. Returns false if the category is missing. */
export const lockCategoryIfPresent = async (tx: Statements, categoryId: string): Promise<boolean> =>
  isId(categoryId) && (await lockCategoryForKeyShare(tx, categoryId));

export async function requireCategory(tx: Statements, categoryId: string): Promise<void> {
  if (!(await lockCategoryIfPresent(tx, categoryId))) throw invalid({ category_id: ['noSuchCategory'] });
}
