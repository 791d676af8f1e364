import type { Database } from '../../platform/db/database.ts';
import { lockAuthorCounts, lockCategoryCounts, recountAuthors, recountCategories } from './queries.ts';

/**
 * Counts topics and posts of all categories anew, then the posts of each author in them; whoever writes waits meanwhile. Answers how many counts
 * were wrong. One table at a time: writers change both, in an order of their own, and would wait for this in a circle.
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
