import { setTimeout } from 'node:timers/promises';
import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addForumNotifications, addFollowerNotifications, followersAtATime } from './forum-queries.ts';
import { withdrawMentions } from './notify.ts';

/** A post with its number of mentions. */
interface WrittenPost {
  id: string;
  mentions: readonly unknown[];
}

/**
 * Notifies mentioned members, answered members and the topic's author in the transaction that adds the replies. A job notifies the followers, who
 * may be many.
 */
export async function notifyOfReplies(
  tx: Statements,
  topicId: string,
  posts: readonly WrittenPost[],
  { isFollowed }: { isFollowed: boolean },
): Promise<void> {
  await notifyOf(tx, posts);
  if (!isFollowed) return;
  const ids = posts.map(({ id }) => id);
  await addJob(tx, 'notify_followers', { followed: 'topic', id: topicId, post_ids: ids });
}

/** Notifies members mentioned in a new topic and the followers of its category. Runs in the transaction that adds the topic. */
export async function notifyOfTopic(tx: Statements, categoryId: string, opening: WrittenPost): Promise<void> {
  await notifyOf(tx, [opening]);
  await addJob(tx, 'notify_followers', { followed: 'category', id: categoryId, post_ids: [opening.id] });
}

/**
 * Withdraws mentions that an edit removed and notifies newly mentioned members. An unread withdrawn mention becomes a reply notification if the
 * post answers that member or is in their topic.
 */
export async function changeMentions(tx: Statements, post: WrittenPost, namedBefore: readonly string[]): Promise<void> {
  const withdrawn = await withdrawMentions(tx, post.id);
  if (post.mentions.length === 0 && withdrawn.length === 0) return;
  await addForumNotifications(tx, { ...given([post]), repliesTo: withdrawn, without: namedBefore });
  tx.hint('notifications');
}

async function notifyOf(tx: Statements, posts: readonly WrittenPost[]): Promise<void> {
  await addForumNotifications(tx, { ...given(posts), repliesTo: null, without: [] });
  tx.hint('notifications');
}

/** One id per possible notification: each mention, the answered member and the topic's author. */
const given = (posts: readonly WrittenPost[]): { ids: string[]; postIds: string[] } => ({
  ids: posts.flatMap(({ mentions }) => [...mentions, null, null].map(() => newId())),
  postIds: posts.map(({ id }) => id),
});

/** Milliseconds between batches, so that members' writes are not delayed. */
const rest = 20;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies followers of a topic about new posts, or followers of a category about a new topic, in batches of 1,000. Safe to interrupt and to repeat:
 * a unique key allows one notification per member and post.
 */
export const notifyFollowers: Task<JobPayloads['notify_followers']> = async (
  { followed, id, post_ids: postIds },
  { context: { db }, signal },
) => {
  for (let after: string | undefined = firstId; after !== undefined;) {
    signal.throwIfAborted();
    const ids = Array.from({ length: followersAtATime }, () => newId());
    after = await addFollowerNotifications(db, followed, { id, after, ids, postIds });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(rest, undefined, { signal });
  }
};
