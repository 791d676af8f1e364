import type { Message } from '@mbari/contract/messages/messages';
import { presentTopics } from '../../forum/topics/present-topics.ts';
import { presentReachingPhotos } from '../../photos/posts/present-photos.ts';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { listMessageImages, listMessageRows, listNamedMembers, type MessageRow } from './queries.ts';
import { viewMessage } from './views.ts';

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
