import { z } from 'zod';
import { listedTopic } from '../forum/topics.ts';
import { author } from '../people/members.ts';
import { image, imageReceipt, photo, warningText } from '../photos/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idOrNone, idParams, message as answerMessage, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { hasVisibleText } from '../platform/visible-text.ts';

export const reactions = ['like', 'love', 'laugh', 'wow', 'sad', 'thanks'] as const;
export type Reaction = (typeof reactions)[number];

/** Changes of a conversation that its history shows between the messages. */
export const notices = ['joined', 'left', 'removed', 'retitled', 'retention'] as const;

const number = z.number().int();

export const message = z.object({
  id,
  conversation_id: id,
  /** Position in the conversation, from 1. */
  number,
  /** Version of the conversation in which the message last changed. */
  version: number,
  /** Null for a closed account. */
  author: author.nullable(),
  is_own: z.boolean(),
  body: z.string(),
  /** Set if the entry reports a change of the conversation by `author` and has no text. */
  notice: z
    .object({
      kind: z.enum(notices),
      /** Member who joined or was removed. Null for a closed account, and for other notices. */
      member: author.nullable(),
      /** The new title. */
      title: z.string().nullable(),
      /** The new retention in days. */
      days: number.nullable(),
    })
    .nullable(),
  /** Answered message. Null if there is none or the viewer cannot read it. */
  reply_to: z.object({ id, number, author: author.nullable(), excerpt: z.string(), has_images: z.boolean() }).nullable(),
  /** Empty in a request and in a message taken back. */
  images: z.array(image).max(limits.messageImages),
  /** Content warning of the images. */
  warning: z.string().nullable(),
  /** A shared post or topic; both are null if it no longer exists for the viewer. The field is null in a request. */
  shared: z.object({ kind: z.enum(['photo', 'topic']), photo: photo.nullable(), topic: listedTopic.nullable() }).nullable(),
  /** In the order of `reactions`, without those that nobody chose. */
  reactions: z.array(z.object({ reaction: z.enum(reactions), count: number, is_own: z.boolean() })),
  created_at: dated,
  edited_at: dated.nullable(),
  is_taken_back: z.boolean(),
  viewer: z.object({ may_edit: z.boolean(), may_take_back: z.boolean(), may_report: z.boolean() }),
});
export type Message = z.infer<typeof message>;

/** Text, images or a shared post or topic. At least one is required. */
export const newMessage = z
  .object({
    body: text({ label: 'message', max: limits.messageBody, lines: true }).default(''),
    reply_to: idOrNone.optional(),
    /** Uploads of the author, in order. */
    image_ids: z
      .array(id, because('messageImagesNotList'))
      .max(limits.messageImages, because('tooManyMessageImages', { most: limits.messageImages }))
      .default([]),
    warning: warningText.nullish(),
    photo_id: idOrNone.optional(),
    topic_id: idOrNone.optional(),
  })
  .refine(
    ({ body, image_ids: images, photo_id: photoId, topic_id: topicId }) => hasVisibleText(body) || images.length > 0 || photoId || topicId,
    {
      path: ['body'],
      error: because('messageEmpty'),
    },
  )
  .refine(({ photo_id: photoId, topic_id: topicId }) => !photoId || !topicId, { path: ['topic_id'], error: because('oneShared') });

const position = z
  .string(because('notNumberFromOne', { field: 'number' }))
  .regex(/^[0-9]{1,9}$/, because('notNumberFromOne', { field: 'number' }))
  .transform(Number);

export const listMessages = endpoint('listMessages', {
  method: 'GET',
  path: '/conversations/{id}/messages',
  access: 'onboarded',
  summary:
    'List the messages of a conversation in ascending order: around the first unread one, before or after a number, around a number, or those that changed since a version.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    /** The first of `since`, `after`, `around` and `before` counts. Without them, the page contains the first unread message, or the newest. */
    query: z.object({
      before: position.optional(),
      after: position.optional(),
      around: position.optional(),
      /** Version of the conversation. Lists messages that were added or changed since, by version. */
      since: position.optional(),
      per_page: paging.per_page,
    }),
    answer: z.object({
      data: z.array(message),
      meta: z.object({
        /** Version of the conversation that the page shows. */
        version: number,
        has_older: z.boolean(),
        has_newer: z.boolean(),
        /** First message that was unread when the page was read. Null if there is none. */
        first_unread: number.nullable(),
      }),
    }),
  },
});

export const sendMessage = endpoint('sendMessage', {
  method: 'POST',
  path: '/conversations/{id}/messages',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary:
    'Send a message. It marks the conversation as read. A retry with the same Idempotency-Key sends it once. The key with another request is refused.',
  refuses: ['not_found', 'forbidden', 'conflict', 'idempotency_key_reused'],
  shape: { params: idParams, body: newMessage, answer: z.object({ data: message, message: z.string() }) },
});

export const editMessage = endpoint('editMessage', {
  method: 'PATCH',
  path: '/messages/{id}',
  access: 'onboarded',
  takes: 'json',
  summary: 'Edit the text of a message within 15 minutes: its author.',
  refuses: ['not_found', 'not_author', 'locked'],
  shape: {
    params: idParams,
    body: z.object({ body: text({ label: 'message', max: limits.messageBody, min: 1, lines: true }) }),
    answer: z.object({ data: message, message: z.string() }),
  },
});

export const takeBackMessage = endpoint('takeBackMessage', {
  method: 'DELETE',
  path: '/messages/{id}',
  access: 'onboarded',
  summary: 'Take a message back for all: its author. Text, images and reactions are deleted; a mark stays.',
  refuses: ['not_found', 'not_author'],
  shape: { params: idParams, answer: answerMessage },
});

export const react = endpoint('react', {
  method: 'PUT',
  path: '/messages/{id}/reaction',
  access: 'onboarded',
  takes: 'json',
  summary: 'Set the viewer’s reaction to a message, or remove it.',
  refuses: ['not_found', 'forbidden'],
  shape: {
    params: idParams,
    body: z.object({ reaction: z.enum(reactions, because('reactionUnknown')).nullable() }),
    answer: z.object({ data: message, message: z.string() }),
  },
});

export const searchMessages = endpoint('searchMessages', {
  method: 'GET',
  path: '/messages/search',
  access: 'onboarded',
  summary: 'Search the viewer’s own conversations, newest message first.',
  shape: {
    query: z.object({
      q: text({ label: 'search', max: limits.search, min: 1 }),
      conversation_id: id.optional(),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(message), meta: z.object({ next_cursor: z.string().nullable() }) }),
  },
});

export const uploadMessageImage = endpoint('uploadMessageImage', {
  method: 'POST',
  path: '/messages/images',
  access: 'onboarded',
  takes: 'form',
  status: 201,
  summary:
    'Upload an image for a message. The server deletes it after a day if no message contains it. A retry with the same Idempotency-Key uploads it once. The key with another request is refused.',
  refuses: ['idempotency_key_reused', 'too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
  shape: {
    body: z.object({ alt: text({ label: 'alternative text', max: limits.alt, lines: true }).optional() }),
    answer: z.object({ data: image, message: z.string(), receipt: imageReceipt.nullable() }),
  },
});
