import type { Statements } from '../../platform/db/database.ts';
import { moveTopicsOf, removeCategoryOfDeleted } from './category-queries.ts';

/** Moves a category's topics, and removes it from deleted topics. */
export async function emptyCategory(tx: Statements, categoryId: string, moveTo: string | null): Promise<void> {
  await removeCategoryOfDeleted(tx, categoryId);
  if (moveTo !== null) await moveTopicsOf(tx, categoryId, moveTo);
}
