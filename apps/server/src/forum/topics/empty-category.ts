import type { Statements } from '../../platform/db/database.ts';
import { moveTopicsOf, removeCategoryOfDeleted } from './category-queries.ts';

/** Leaves nothing in a category that goes: its topics move to another one, and what is deleted already needs none. */
export async function emptyCategory(tx: Statements, categoryId: string, moveTo: string | null): Promise<void> {
  await removeCategoryOfDeleted(tx, categoryId);
  if (moveTo !== null) await moveTopicsOf(tx, categoryId, moveTo);
}
