import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import { insertForumNotifications, insertFollowerNotifications } from './forum-queries.ts';
import { notifyInBatches } from './notify-in-batches.ts';
import { withdrawMentionNotifications } from './notify.ts';

interface PostWithMentions {
  id: string;
  mentions: readonly unknown[];
}

/**
 * Notifies mentioned members, answered members and the topic's author in the transaction that adds the replies. A job notifies the
 * followers, who may be many.
 */
export async function notifyOfReplies(
  tx: Statements,
  topicId: string,
  posts: readonly PostWithMentions[],
  { isFollowed }: { isFollowed: boolean },
): Promise<void> {
  await notifyOfPosts(tx, posts);
  if (!isFollowed) return;
  const ids = posts.map(({ id }) => id);
  await addJob(tx, 'notify_followers', { followed: 'topic', id: topicId, post_ids: ids });
}

/** Notifies members mentioned in a new topic and the followers of its category. Runs in the transaction that adds the topic. */
export async function notifyOfTopic(tx: Statements, categoryId: string, opening: PostWithMentions): Promise<void> {
  await notifyOfPosts(tx, [opening]);
  await addJob(tx, 'notify_followers', { followed: 'category', id: categoryId, post_ids: [opening.id] });
}

/**
 * Withdraws mentions that an edit removed and notifies newly mentioned members. An unread withdrawn mention becomes a reply notification if the
 * post answers that member or is in their topic.
 */
export async function changeMentions(tx: Statements, post: PostWithMentions, earlierMemberIds: readonly string[]): Promise<void> {
  const withdrawnMemberIds = await withdrawMentionNotifications(tx, post.id);
  if (post.mentions.length === 0 && withdrawnMemberIds.length === 0) return;
  await insertForumNotifications(tx, {
    ...withNotificationIds([post]),
    repliesTo: withdrawnMemberIds,
    excludedMemberIds: earlierMemberIds,
  });
  tx.hint('notifications');
}

async function notifyOfPosts(tx: Statements, posts: readonly PostWithMentions[]): Promise<void> {
  await insertForumNotifications(tx, { ...withNotificationIds(posts), repliesTo: null, excludedMemberIds: [] });
  tx.hint('notifications');
}

/** One id per possible notification: each mention, the answered member and the topic's author. */
const withNotificationIds = (posts: readonly PostWithMentions[]): { ids: string[]; postIds: string[] } => ({
  ids: posts.flatMap(({ mentions }) => [...mentions, null, null].map(() => newId())),
  postIds: posts.map(({ id }) => id),
});

/**
 * Notifies followers of a topic about new posts, or followers of a category about a new topic. Safe to interrupt and to repeat: a unique key
 * allows one notification per member and post.
 */
export const notifyFollowers: Task<JobPayloads['notify_followers']> = (
  { followed: subject, id, post_ids: postIds },
  { context: { db }, signal },
) => notifyInBatches(db, signal, (batch) => insertFollowerNotifications(db, subject, { ...batch, id, postIds }));
