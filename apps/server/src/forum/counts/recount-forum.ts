import type { Database } from '../../platform/db/database.ts';
import { lockAuthorCounts, lockCategoryCounts, recountAuthors, recountCategories } from '../categories/queries.ts';
import { lockPollsOf, lockTopicsBehind, mendLikes, mendPolls, mendTopics } from './recount-queries.ts';

export interface Mended {
  topics: number;
  posts: number;
  polls: number;
  categories: number;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Recounts 100 topics at a time, so that members can continue writing. */
export async function recountForum(db: Database): Promise<Mended> {
  const mended = { topics: 0, posts: 0, polls: 0 };
  for (let after: string | undefined = firstId; after !== undefined;) {
    const behind: string = after;
    after = await db.transaction(async (tx) => {
      const ids = (await lockTopicsBehind(tx, behind)).map(({ id }) => id);
      // First, because a topic's likes are the sum of its posts' likes.
      mended.posts += await mendLikes(tx, ids);
      mended.topics += await mendTopics(tx, ids);
      const polls = (await lockPollsOf(tx, ids)).map(({ post_id }) => post_id);
      mended.polls += await mendPolls(tx, polls);
      return ids.at(-1);
    });
  }
  return { ...mended, categories: await mendCategoryCounts(db) };
}

/**
 * Recounts all categories while writers wait. Returns the number of corrected counts. Locks one table at a time, because writers change both in
 * another order and would deadlock.
 */
async function mendCategoryCounts(db: Database): Promise<number> {
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
