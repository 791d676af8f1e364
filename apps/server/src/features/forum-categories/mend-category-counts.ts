import type { Database } from '../../db/database.ts';
import { lockCounts, recountCategories } from './queries.ts';

/** Counts topics and posts of all categories anew; whoever writes waits meanwhile. Answers how many counts were wrong. */
export const mendCategoryCounts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    await lockCounts(tx);
    return recountCategories(tx);
  });
