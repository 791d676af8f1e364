import { setTimeout } from 'node:timers/promises';
import type { notificationKinds } from '@mbari/contract/notifications/kinds';
import type { Database, Statements } from '../platform/db/database.ts';
import { lowestId, newId } from '../platform/ids.ts';
import { addJob, type Task } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { KindWithSetting } from './delivery-sql.ts';
import {
  deleteUnreadFollowerNotifications,
  followersPerBatch,
  insertFollowerNotifications,
  insertForumNotifications,
  insertModerationNotifications,
} from './forum-queries.ts';
import {
  type ChallengeNews,
  insertChallengeNotifications,
  insertExhibitionNotifications,
  insertSeriesNotifications,
} from './group-queries.ts';
import {
  deleteExhibitionNotifications,
  deleteFollowNotification,
  deleteLikeNotification,
  deleteMentionNotifications,
  type HintedSubject,
  insertFailedPosts,
  insertNotifications,
  type LikedSubject,
  listUnreadRecipients,
  type NewNotifications,
  type NotificationSubject,
} from './queries.ts';

/** Null for `member`, because the subject is the actor. */
type EventSubject<About> = About extends 'member' ? null : Extract<NotificationSubject, { kind: About }>;

type Event = {
  [Kind in KindWithSetting]: { type: Kind; about: EventSubject<keyof (typeof notificationKinds)[Kind]['about']> };
}[KindWithSetting];

/** Notifies those members who want it and can see the subject, except the actor. Runs in the transaction of the act. */
export async function notify(tx: Statements, event: Event & { memberIds: readonly string[]; actorId: string }): Promise<void> {
  const { type, about, actorId } = event;
  const memberIds = event.memberIds.filter((id) => id !== actorId);
  if (memberIds.length === 0) return;
  await insertNotifications(tx, { type, ids: memberIds.map(() => newId()), memberIds, actorId, ...columnsOf(about) });
  tx.hint('notifications');
}

/** Notifies the authors of scheduled posts that could not be published. Ignores notification settings. */
export async function notifyOfFailedPosts(tx: Statements, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await insertFailedPosts(
    tx,
    photoIds.map(() => newId()),
    photoIds,
  );
  tx.hint('notifications');
}

/** Requests to curate or to show a work. Each replaces the earlier one about the same exhibition. */
type RequestKind = 'exhibition_invited' | 'work_requested';

export async function notifyOfRequest(
  tx: Statements,
  { exhibitionId, ...request }: { type: RequestKind; exhibitionId: string; memberIds: readonly string[]; actorId: string },
): Promise<void> {
  if (request.memberIds.length === 0) return;
  await withdrawRequest(tx, request.type, exhibitionId, request.memberIds);
  await notify(tx, { ...request, about: { kind: 'exhibition', id: exhibitionId } });
}

export async function withdrawRequest(
  tx: Statements,
  type: RequestKind,
  exhibitionId: string,
  memberIds: readonly string[],
): Promise<void> {
  hintRemovedNotifications(tx, await deleteExhibitionNotifications(tx, { type, exhibitionId, memberIds }));
}

export async function withdrawFollowNotification(
  tx: Statements,
  { memberId, actorId }: { memberId: string; actorId: string },
): Promise<void> {
  if ((await deleteFollowNotification(tx, memberId, actorId)) > 0) tx.hint('notifications_removed', memberId);
}

export async function withdrawLikeNotification(tx: Statements, actorId: string, about: LikedSubject): Promise<void> {
  hintRemovedNotifications(tx, await deleteLikeNotification(tx, actorId, about));
}

async function withdrawMentionNotifications(tx: Statements, postId: string): Promise<string[]> {
  const rows = await deleteMentionNotifications(tx, postId);
  hintRemovedNotifications(tx, rows);
  return rows.flatMap(({ member_id, was_unread }) => (was_unread ? member_id : []));
}

export async function withdrawFollowerNotifications(
  tx: Statements,
  subject: 'topic' | 'category',
  { memberId, id }: { memberId: string; id: string },
): Promise<void> {
  if ((await deleteUnreadFollowerNotifications(tx, subject, { memberId, id })) > 0) tx.hint('notifications_removed', memberId);
}

/**
 * Sends `notifications_removed` to members with an unread notification about a deleted, removed or restored subject. The rows stay, because
 * organisers may restore the subject; every query of notifications omits missing subjects.
 */
export async function hintRecipients(tx: Statements, subject: HintedSubject, id: string): Promise<void> {
  hintRemovedNotifications(tx, await listUnreadRecipients(tx, subject, id));
}

function hintRemovedNotifications(tx: Statements, rows: readonly { member_id: string }[]): void {
  for (const memberId of new Set(rows.map(({ member_id }) => member_id))) tx.hint('notifications_removed', memberId);
}

type SubjectColumns = Pick<NewNotifications, 'photoId' | 'commentId' | 'forumPostId' | 'exhibitionId'>;

function columnsOf(about: NotificationSubject | null): SubjectColumns {
  const noColumns = { photoId: null, commentId: null, forumPostId: null, exhibitionId: null };
  switch (about?.kind) {
    case 'photo':
      return { ...noColumns, photoId: about.id };
    case 'comment':
      return { ...noColumns, photoId: about.photoId, commentId: about.id };
    case 'forum_post':
      return { ...noColumns, forumPostId: about.id };
    case 'exhibition':
      return { ...noColumns, exhibitionId: about.id };
    case undefined:
      return noColumns;
  }
}

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

/** Notifies the affected members and the reporters. Ignores notification settings. */
export async function notifyOfModeration(tx: Statements, moderationId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const members = [...new Set(memberIds)];
  await insertModerationNotifications(
    tx,
    members.map(() => newId()),
    members,
    moderationId,
  );
  tx.hint('notifications');
}

/** Milliseconds between batches, so that members' writes are not delayed. */
const batchPause = 20;

interface Batch {
  /** Exclusive start: a member's id. */
  after: string;
  /** Ids of the notifications. */
  ids: readonly string[];
}

/** Inserts notifications of up to 1,000 members at a time. `insert` returns the last member of a full batch, otherwise undefined. */
async function notifyInBatches(db: Database, signal: AbortSignal, insert: (batch: Batch) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    signal.throwIfAborted();
    after = await insert({ after, ids: Array.from({ length: followersPerBatch }, () => newId()) });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(batchPause, undefined, { signal });
  }
}

/** Notifies the author's followers of a complete series. Safe to interrupt and to repeat: a unique key allows one notification per member. */
export const notifyOfSeries: Task<JobPayloads['notify_of_series']> = ({ series_id: id }, { context: { db }, signal }) =>
  notifyInBatches(db, signal, (batch) => insertSeriesNotifications(db, id, batch));

/** Notifies the curators' followers and the artists of an exhibition that opened. */
export const notifyOfExhibition = (db: Database, id: string, signal: AbortSignal): Promise<void> =>
  notifyInBatches(db, signal, (batch) => insertExhibitionNotifications(db, id, batch));

/** Notifies all members of a challenge that has begun, or its entrants and voters of the results. */
export const notifyOfChallenge = (db: Database, challenge: ChallengeNews, signal: AbortSignal): Promise<void> =>
  notifyInBatches(db, signal, (batch) => insertChallengeNotifications(db, challenge, batch));
