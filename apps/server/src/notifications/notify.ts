import type { notificationKinds } from '@mbari/contract/notifications/kinds';
import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { deleteUnreadFollowerNotifications } from './forum-queries.ts';
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
import type { KindWithSetting } from './setting-sql.ts';

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

export async function withdrawMentionNotifications(tx: Statements, postId: string): Promise<string[]> {
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
