import type { Statements } from '../../db/database.ts';
import { newId } from '../../ids.ts';
import {
  addCommentNotification,
  addFollowNotification,
  addLikeNotification,
  addMentionNotifications,
  removeFollowNotification,
} from './queries.ts';

interface Event {
  /** Whose work it happened to. */
  ownerId: string;
  actorId: string;
  photoId: string;
}

/** Tells the owner of a post that somebody likes it: once for each liker, and never of their own like. Runs in the like's own transaction. */
export async function notifyOfLike(tx: Statements, { ownerId, actorId, photoId }: Event): Promise<void> {
  if (ownerId !== actorId) await addLikeNotification(tx, { id: newId(), ownerId, actorId, photoId });
}

/** Tells the owner of a post what was said below it, unless they said it. Runs in the comment's own transaction. */
export async function notifyOfComment(
  tx: Statements,
  { ownerId, actorId, photoId, commentId }: Event & { commentId: string },
): Promise<void> {
  if (ownerId !== actorId) await addCommentNotification(tx, { id: newId(), ownerId, actorId, photoId, commentId });
}

/** Tells members that they are named in a comment, those who may be told. Runs in the comment's own transaction. */
export async function notifyOfMentions(
  tx: Statements,
  { memberIds, ...event }: Omit<Event, 'ownerId'> & { memberIds: readonly string[]; commentId: string },
): Promise<void> {
  if (memberIds.length > 0) await addMentionNotifications(tx, { ids: memberIds.map(() => newId()), memberIds, ...event });
}

/** Whom it is told to, and who follows. */
interface Follow {
  memberId: string;
  actorId: string;
}

/** Tells a member that somebody follows them, if they want to hear of it. Runs in the follow's own transaction. */
export async function notifyOfFollow(tx: Statements, { memberId, actorId }: Follow): Promise<void> {
  await addFollowNotification(tx, { id: newId(), memberId, actorId });
}

/** Takes that back, since it is so no longer. */
export async function withdrawFollow(tx: Statements, { memberId, actorId }: Follow): Promise<void> {
  await removeFollowNotification(tx, memberId, actorId);
}
