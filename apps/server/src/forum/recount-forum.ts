import { setTimeout } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import { lowestId } from '../platform/ids.ts';
import { addJob, type Task } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import { lockAuthorCounts, lockCategoryCounts, recountAuthors, recountCategories } from './categories/queries.ts';
import * as queries from './recount-queries.ts';
import { correctLikes, correctPolls, correctTopics, lockPollsOf, lockTopicsAfter } from './recount-queries.ts';

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

/** Milliseconds between two transactions, in which writers can lock the topics. */
const pauseMs = 20;

/** Subtracts the posts, likes and votes of a departed member from the counts, or adds those of a returned member. */
export const recountForumMember: Task<JobPayloads['recount_forum_member']> = ({ member_id: memberId }, { context: { db }, signal }) =>
  recountMember(db, memberId, signal);

/**
 * Processes 100 posts, likes or polls per transaction. Other members see right counts throughout, because queries hide the member until the
 * recount ends. Safe to interrupt, repeat and run concurrently.
 */
export async function recountMember(db: Database, memberId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const departure = await queries.findDeparture(db, memberId);
    if (!departure) return;
    await changeInBatches(db, memberId, signal, queries.listPostsByAuthor, async (tx, { is_gone }, postIds, topicIds) => {
      if ((await queries.updateAuthorGone(tx, postIds, is_gone)) > 0) await queries.recountTopics(tx, topicIds);
    });
    await changeInBatches(db, memberId, signal, queries.listPostsLikedBy, async (tx, { is_gone }, postIds) => {
      await queries.updateLikesCounted(tx, memberId, postIds, !is_gone);
    });
    await changeInBatches(db, memberId, signal, queries.listPollsVotedBy, async (tx, { is_gone }, postIds) => {
      await queries.lockPolls(tx, postIds);
      await queries.updateVotesCounted(tx, memberId, postIds, !is_gone);
    });
    // If the member's status changed meanwhile, start over.
    if ((await queries.deleteDeparture(db, memberId, departure.turn)) === 1) return;
  }
}

async function changeInBatches(
  db: Database,
  memberId: string,
  signal: AbortSignal,
  list: typeof queries.listPostsByAuthor,
  change: (
    tx: Parameters<typeof queries.lockTopicRows>[0],
    departure: queries.Departure,
    postIds: string[],
    topicIds: string[],
  ) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    signal.throwIfAborted();
    const posts: queries.PostInTopic[] = await list(db, memberId, after);
    if (posts.length === 0) return;
    const postIds = posts.map(({ id }) => id);
    const topicIds = [...new Set(posts.map(({ topic_id }) => topic_id))];
    const isDone = await db.transaction(async (tx) => {
      const departure = await queries.lockDeparture(tx, memberId);
      if (!departure) return true;
      await queries.lockTopicRows(tx, topicIds);
      // Posts were split or merged meanwhile: repeat the step.
      if (await queries.hasMoved(tx, postIds, topicIds)) return false;
      await change(tx, departure, postIds, topicIds);
      return true;
    });
    if (isDone) after = posts.length === 100 ? postIds.at(-1) : undefined;
    if (after !== undefined) await setTimeout(pauseMs, undefined, { signal });
  }
}

/** Queues recounts that a crash interrupted, and recounts of members changed directly in the database. */
export const resumeForumRecounts: Task = async (_payload, { context: { db } }) => {
  for (const { member_id } of await queries.listDepartures(db))
    await addJob(db, 'recount_forum_member', { member_id }, { key: `recount_forum_member:${member_id}` });
};
