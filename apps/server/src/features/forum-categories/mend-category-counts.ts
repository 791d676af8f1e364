import type { Database } from '../../db/database.ts';
import { lockCounts, recountAuthors, recountCategories } from './queries.ts';

/** Counts topics and posts of all categories anew, and the posts of each author in them; whoever writes waits meanwhile. Answers how many counts were wrong. */
export const mendCategoryCounts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    await lockCounts(tx);
    return (await recountCategories(tx)) + (await recountAuthors(tx));
  });
