import type { Statements } from '../../db/database.ts';
import { newId } from '../../ids.ts';
import { addNotifications, type NotificationSubject, removeFollowNotification } from './queries.ts';

type SubjectOf<Kind extends NotificationSubject['kind']> = Extract<NotificationSubject, { kind: Kind }>;

/** What happened, and which kinds of subjects it can happen to. */
type Event =
  | { type: 'like'; about: SubjectOf<'photo' | 'comment' | 'forum_post'> }
  | { type: 'solved'; about: SubjectOf<'forum_post'> }
  | { type: 'comment' | 'reply' | 'mention'; about: SubjectOf<'comment'> }
  | { type: 'follow'; about: null };

/** Notifies those of the members who are to hear of it, never of what they did themselves. Runs in the transaction of what happened. */
export async function notify(tx: Statements, event: Event & { memberIds: readonly string[]; actorId: string }): Promise<void> {
  const { type, about, actorId } = event;
  const memberIds = event.memberIds.filter((id) => id !== actorId);
  if (memberIds.length === 0) return;
  await addNotifications(tx, { type, ids: memberIds.map(() => newId()), memberIds, actorId, ...columnsOf(about) });
  tx.hint('notifications');
}

/** Removes the notification of a follow that has ended. */
export async function withdrawFollow(tx: Statements, { memberId, actorId }: { memberId: string; actorId: string }): Promise<void> {
  if ((await removeFollowNotification(tx, memberId, actorId)) > 0) tx.hint('notifications_removed', memberId);
}

function columnsOf(about: NotificationSubject | null): { photoId: string | null; commentId: string | null; forumPostId: string | null } {
  const none = { photoId: null, commentId: null, forumPostId: null };
  switch (about?.kind) {
    case 'photo':
      return { ...none, photoId: about.id };
    case 'comment':
      return { ...none, photoId: about.photoId, commentId: about.id };
    case 'forum_post':
      return { ...none, forumPostId: about.id };
    case undefined:
      return none;
  }
}
