import type { Database } from '../../platform/db/database.ts';
import { lockAuthorCounts, lockCategoryCounts, recountAuthors, recountCategories } from './queries.ts';

/**
 * Recounts all categories while writers wait. Returns the number of corrected counts. Locks one table at a time, because writers change both in
 * another order and would deadlock.
 */
export async function mendCategoryCounts(db: Database): Promise<number> {
  const categories = await db.transaction(async (tx) => {
    await lockCategoryCounts(tx);
    return recountCategories(tx);
  });
  const authors = await db.transaction(async (tx) => {
    await lockAuthorCounts(tx);
    return recountAuthors(tx);
  });
  return categories + authors;
}
