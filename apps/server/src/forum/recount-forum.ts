import type { Database } from '../platform/db/database.ts';
import { lowestId } from '../platform/ids.ts';
import { lockAuthorCounts, lockCategoryCounts, recountAuthors, recountCategories } from './categories/queries.ts';
import { lockPollsOf, lockTopicsAfter, correctLikes, correctPolls, correctTopics } from './recount-queries.ts';

export interface CorrectedCounts {
  topics: number;
  posts: number;
  polls: number;
  categories: number;
}

/** Recounts 100 topics at a time, so that members can continue writing. */
export async function recountForum(db: Database): Promise<CorrectedCounts> {
  const corrected = { topics: 0, posts: 0, polls: 0 };
  for (let after: string | undefined = lowestId; after !== undefined;) {
    const lastId: string = after;
    after = await db.transaction(async (tx) => {
      const ids = (await lockTopicsAfter(tx, lastId)).map(({ id }) => id);
      // Corrects likes first, because a topic's likes are the sum of its posts' likes.
      corrected.posts += await correctLikes(tx, ids);
      corrected.topics += await correctTopics(tx, ids);
      const polls = (await lockPollsOf(tx, ids)).map(({ post_id }) => post_id);
      corrected.polls += await correctPolls(tx, polls);
      return ids.at(-1);
    });
  }
  return { ...corrected, categories: await correctCategoryCounts(db) };
}

/**
 * Recounts all categories while writers wait. Locks one table at a time, because writers lock both tables in another order and would deadlock.
 * Returns the number of corrected counts.
 */
async function correctCategoryCounts(db: Database): Promise<number> {
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
