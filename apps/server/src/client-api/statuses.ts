import { type CommentOfPost, listConversation, readComments } from '../photos/comments/list-comments.ts';
import { presentSharpPhotos } from '../photos/posts/present-photos.ts';
import { requireVisiblePhoto } from '../photos/posts/require-visible-photo.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { notFound } from '../platform/refusal.ts';
import { idOf } from './decimal-ids.ts';
import { viewCommentStatus, viewPhotoStatus } from './view-status.ts';

/** A status is a post or a comment. Their ids never coincide. */
export type Subject = { kind: 'photo'; id: string } | ({ kind: 'comment'; id: string } & CommentOfPost);

/** Throws the same `not_found` for hidden and missing statuses. */
export async function requireSubject(context: Context, viewer: Viewer, decimal: string): Promise<Subject> {
  const id = idOf(decimal);
  const [found] = await readComments(context, viewer, [id]);
  return found ? { kind: 'comment', id, ...found } : { kind: 'photo', id: (await requireVisiblePhoto(context, viewer, id)).id };
}

export async function presentSubject(context: Context, viewer: Viewer, subject: Subject): Promise<object> {
  if (subject.kind === 'comment') return viewCommentStatus(context, subject.photoId, subject.comment);
  const [status] = await presentStatuses(context, viewer, [subject.id]);
  if (!status) throw notFound('photoNotFound');
  return status;
}

/** Reads a status again after a change. */
export const readStatus = async (context: Context, viewer: Viewer, decimal: string): Promise<object> =>
  presentSubject(context, viewer, await requireSubject(context, viewer, decimal));

/** Presents posts that the viewer may list, in the order of the ids. */
export const presentStatuses = async (context: Context, viewer: Viewer, ids: readonly string[]): Promise<object[]> =>
  (await presentSharpPhotos(context, viewer, ids)).map(({ photo, reachesAll }) => viewPhotoStatus(context, photo, reachesAll));

/** Returns what a status answers and what answers it. The newest 200 comments of a post are considered. */
export async function readThread(
  context: Context,
  viewer: Viewer,
  decimal: string,
): Promise<{ ancestors: object[]; descendants: object[] }> {
  const subject = await requireSubject(context, viewer, decimal);
  const photoId = subject.kind === 'photo' ? subject.id : subject.photoId;
  const comments = (await listConversation(context, viewer, photoId)).map(({ comment }) => comment);
  const view = (comment: (typeof comments)[number]): object => viewCommentStatus(context, photoId, comment);
  if (subject.kind === 'photo') return { ancestors: [], descendants: comments.map(view) };

  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const ancestors = [];
  for (let answered = subject.comment.reply_to; answered !== null;) {
    const comment = byId.get(answered.id);
    if (comment) ancestors.unshift(comment);
    answered = comment?.reply_to ?? null;
  }
  // A reply is newer than the comment it answers, so one pass finds all of them.
  const below = new Set([subject.id]);
  for (const { id, reply_to: answered } of comments) if (answered && below.has(answered.id)) below.add(id);
  return {
    ancestors: [...(await presentStatuses(context, viewer, [photoId])), ...ancestors.map(view)],
    descendants: comments.filter(({ id }) => id !== subject.id && below.has(id)).map(view),
  };
}
