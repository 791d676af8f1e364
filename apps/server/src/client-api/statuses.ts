import { createHash } from 'node:crypto';
import { addComment as addCommentCall } from '@mbari/contract/photos/comments';
import { createPhoto as createPhotoCall, warningReasons } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { readCurrentUser } from '../people/current-user-views.ts';
import { addComment } from '../photos/comments/add-comment.ts';
import { type CommentOfPost, listConversation, readComments } from '../photos/comments/list-comments.ts';
import { createPhoto } from '../photos/posts/create-photo.ts';
import { presentSharpPhotos } from '../photos/posts/present-photos.ts';
import { requireVisiblePhoto } from '../photos/posts/require-visible-photo.ts';
import type { Context } from '../platform/context.ts';
import type { SendKey } from '../platform/http/form.ts';
import { parse } from '../platform/http/parse.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { type Because, invalid, notFound, Refusal } from '../platform/refusal.ts';
import type { Fields } from './fields.ts';
import { decimalOf, idOf } from './paging.ts';
import { listMedia, takeMedia } from './queries.ts';
import { postsAreOpen } from './view-account.ts';
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

/** Posts a photo, or answers a post or comment. Returns the decimal id of the new status. */
export async function postStatus(context: Context, author: Viewer, fields: Fields, key: string | null): Promise<string> {
  if (fields.has('poll')) throw refused('poll', 'appsPollNothing');
  if (['unlisted', 'direct'].includes(fields.one('visibility') ?? '')) throw refused('visibility', 'appsVisibilityNone');
  if (fields.has('scheduled_at') && fields.one('scheduled_at') !== '') throw refused('scheduled_at', 'appsScheduleNothing');
  const sendKey = keyOf(fields, key);
  try {
    const answered = fields.one('in_reply_to_id');
    return decimalOf(await (answered ? answer(context, author, answered, fields, sendKey) : postPhoto(context, author, fields, sendKey)));
  } catch (error) {
    // An app would take 202 for a status.
    if (error instanceof Refusal && error.code === 'pending_review') throw refused('status', 'appsPendingReview');
    throw error;
  }
}

const refused = (field: string, reason: Because): Refusal => invalid({ [field]: [reason] }, reason);

async function answer(context: Context, author: Viewer, answered: string, fields: Fields, key: SendKey | null): Promise<string> {
  if (fields.all('media_ids').length > 0) throw refused('media_ids', 'appsCommentNoImages');
  const subject = await requireSubject(context, author, answered);
  const photoId = subject.kind === 'photo' ? subject.id : subject.photoId;
  const body = parse(addCommentCall.shape.body, {
    content: fields.one('status') ?? '',
    reply_to: subject.kind === 'comment' ? subject.id : null,
  });
  return (await addComment(context, author, photoId, body, key)).id;
}

async function postPhoto(context: Context, author: Viewer, fields: Fields, key: SendKey | null): Promise<string> {
  const ids = [...new Set(fields.all('media_ids').map(idOf))];
  if (ids.length === 0) throw refused('media_ids', 'appsPhotoMissing');
  await context.limits.spend('change by member', author.id);
  const media = new Map((await listMedia(context.db, author.id, ids.filter(isId))).map((row) => [row.id, row]));
  const { title, description } = splitStatus(fields.one('status') ?? '');
  const values = {
    title: title === '' ? firstWords(media.get(ids[0]!)?.alt) : title,
    description,
    alt: ids.map((id) => media.get(id)?.alt ?? ''),
    warning: warningOf(fields),
    ...((await isRestricted(context, author, fields)) && { audience: 'followers' }),
  };
  const post = parse(createPhotoCall.shape.body, values);
  const uploaded = {
    ids,
    take: async (tx: Parameters<typeof takeMedia>[0]): Promise<void> => {
      if ((await takeMedia(tx, author.id, ids)) !== ids.length) throw refused('media_ids', 'imageTakenAway');
    },
  };
  return (await createPhoto(context, author, { fields: post, files: [], uploaded, key })).id;
}

/** A status has no title: its first line is ours, unless it is too long for one. */
export function splitStatus(text: string): { title: string; description: string } {
  const [, first = '', rest = ''] = /^\s*([^\n]*)\n*([^]*)$/.exec(text.replaceAll('\r\n', '\n'))!;
  const letters = [...first.trim()];
  if (letters.length <= limits.title) return { title: first.trim(), description: rest.trim() };
  return {
    title: `${letters
      .slice(0, 60)
      .join('')
      .replace(/\s\S*$/u, '')}…`,
    description: text.trim(),
  };
}

/** A photo without any text takes its description as its title. */
const firstWords = (alt: string | undefined): string => [...splitStatus(alt ?? '').title].slice(0, limits.title).join('') || '·';

function warningOf(fields: Fields): string {
  const text = fields.one('spoiler_text')?.trim() ?? '';
  if (text === '') return fields.isTrue('sensitive') ? 'strong' : '';
  return warningReasons.find((reason) => reason === text.toLowerCase()) ?? text;
}

/** `private` asks for followers only. Nothing changes for an author whose posts reach only followers anyway. */
const isRestricted = async (context: Context, author: Viewer, fields: Fields): Promise<boolean> =>
  fields.one('visibility') === 'private' && postsAreOpen(await readCurrentUser(context, context.db, author.id));

const sent = ['status', 'in_reply_to_id', 'media_ids', 'spoiler_text', 'sensitive', 'visibility'];

/** The key covers the request, not the post, because the images of a repeated request are in the post already. */
const keyOf = (fields: Fields, value: string | null): SendKey | null =>
  value === null
    ? null
    : {
        value,
        digest: createHash('sha256')
          .update(JSON.stringify(sent.map((name) => fields.all(name))))
          .digest(),
      };
