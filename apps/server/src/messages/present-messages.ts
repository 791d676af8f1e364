import { type Message, reactions } from '@mbari/contract/messages/messages';
import type { Author } from '@mbari/contract/people/members';
import type { Image } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { presentTopics } from '../forum/topics/present-topics.ts';
import { presentReachingPhotos } from '../photos/posts/present-photos.ts';
import { viewImage } from '../photos/posts/views.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { notFound } from '../platform/refusal.ts';
import { listMessageImages, listMessageRows, listNamedMembers, type MessageRow } from './message-queries.ts';

type Rated = Pick<MessageRow, 'is_own' | 'notice' | 'taken_back_at' | 'created_at' | 'body' | 'author_id'>;

const isText = ({ notice, taken_back_at: takenBackAt }: Rated): boolean => notice === null && takenBackAt === null;

export const mayEdit = (message: Rated, now: Date): boolean =>
  message.is_own && isText(message) && now.getTime() - message.created_at.getTime() < limits.messageEditMinutes * 60_000;

/** Presents messages in their order, with one query per kind of row. */
export async function presentMessages(context: Context, viewer: Viewer, rows: readonly MessageRow[]): Promise<Message[]> {
  const named = distinct(rows.flatMap((row) => [row.notice_member, row.reply_to?.author_id]));
  const open = rows.filter((row) => row.shows_attachments && row.notice === null && row.taken_back_at === null);
  const [members, images, photos, topics] = await Promise.all([
    named.length === 0 ? [] : listNamedMembers(context.db, named),
    open.length === 0
      ? []
      : listMessageImages(
          context.db,
          open.map(({ id }) => id),
        ),
    presentReachingPhotos(context, viewer, distinct(open.map((row) => row.photo_id))),
    presentTopics(context, viewer, distinct(open.map((row) => row.topic_id))),
  ]);
  const memberOf = new Map(members.map((row) => [row.author_id, viewAuthor(row)]));
  const photoOf = new Map(photos.map((photo) => [photo.id, photo]));
  const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
  return rows.map((row) =>
    viewMessage(row, {
      now: context.now(),
      members: memberOf,
      images: images.filter((image) => image.message_id === row.id).map((image) => viewImage(context, image, false)),
      shared:
        row.shares === null || !row.shows_attachments
          ? null
          : { kind: row.shares, photo: photoOf.get(row.photo_id ?? '') ?? null, topic: topicOf.get(row.topic_id ?? '') ?? null },
    }),
  );
}

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];

export async function presentMessage(context: Context, viewer: Viewer, id: string): Promise<Message> {
  const [message] = await presentMessages(context, viewer, await listMessageRows(context.db, viewer.id, [id]));
  if (!message) throw notFound('messageNotFound');
  return message;
}

interface Attached {
  now: Date;
  /** Members by id. Closed accounts are missing. */
  members: ReadonlyMap<string, Author>;
  images: Image[];
  shared: Message['shared'];
}

function viewMessage(row: MessageRow, { now, members, images, shared }: Attached): Message {
  const memberOf = (id: string | null): Author | null => members.get(id ?? '') ?? null;
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    number: row.number,
    version: row.version,
    author: row.author_id === null ? null : viewAuthor(row),
    is_own: row.is_own,
    body: row.body,
    notice: row.notice && {
      kind: row.notice,
      member: memberOf(row.notice_member),
      title: row.notice_title,
      days: row.notice_days,
    },
    reply_to: row.reply_to && viewAnswered(row.reply_to, memberOf(row.reply_to.author_id)),
    images,
    warning: images.length > 0 ? row.warning : null,
    shared,
    reactions: reactions.flatMap((reaction) => row.reactions?.find((chosen) => chosen.reaction === reaction) ?? []),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    is_taken_back: row.taken_back_at !== null,
    viewer: { may_edit: mayEdit(row, now), may_take_back: mayTakeBack(row), may_report: mayReport(row) },
  };
}

const viewAnswered = (
  { id, number, excerpt, has_images }: NonNullable<MessageRow['reply_to']>,
  author: Author | null,
): Message['reply_to'] => ({ id, number, author, excerpt, has_images });

const mayTakeBack = (message: Rated): boolean => message.is_own && isText(message);

const mayReport = (message: Rated): boolean => !message.is_own && message.author_id !== null && isText(message);
