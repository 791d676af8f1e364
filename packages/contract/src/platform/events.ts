import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from './endpoint.ts';
import { because, id, idParams } from './fields.ts';
import * as limits from './limits.ts';

/**
 * Event names. Clients must ignore unknown names.
 *
 * - `notifications`: the member's notifications changed
 * - `feed`: newer posts may exist
 * - `photo`, `topic`: a watched photo or topic changed; `change` names the part
 * - `replying`: typing indicator of a watched topic
 * - `follow`: the member followed or unfollowed the member `id` on another device
 * - `presence`: online status of a watched member
 * - `announcements`: the announcements of `GET /me` changed
 * - `messages`: the conversation `id` of the member changed, or without `id`, any
 * - `typing`: the member `member_id` is typing in the conversation `id`
 * - `refresh`: events may have been missed; refetch everything
 */
export const eventNames = [
  'notifications',
  'feed',
  'photo',
  'topic',
  'replying',
  'follow',
  'presence',
  'announcements',
  'messages',
  'typing',
  'refresh',
] as const;
export type EventName = (typeof eventNames)[number];

/**
 * Changed part of a watched photo or topic. If it is omitted or unknown to the client, refetch the whole.
 *
 * - `likes`: likes of the post or comment whose id the event has, otherwise of the photo
 * - `details`: title, accepted answer, category or pin of the topic
 * - `post_added`, `post_changed`, `post_removed`: the post `post_id`
 * - `comment_added`, `comment_removed`: the comment `comment_id`
 */
export const changes = ['likes', 'details', 'post_added', 'post_changed', 'post_removed', 'comment_added', 'comment_removed'] as const;
export type Change = (typeof changes)[number];

/** Data of an event, `{}` if there is none. Never names content that is hidden from the reader. */
export interface EventData {
  id?: string;
  change?: Change;
  post_id?: string;
  number?: number;
  comment_id?: string;
  member_id?: string;
  /** Counts as this reader sees them. Omitted if the client must fetch them, for example after the reader's own like. */
  likes_count?: number;
  comments_count?: number;
}

const ids = (text: string): string[] => [...new Set(text.split(',').filter((part) => part !== ''))];

export const watchable = ['photo', 'topic', 'member'] as const;
export type Watched = (typeof watchable)[number];

const watch = z
  .string(because('watchUnknown'))
  .max(limits.watchedItems * 80, because('tooManyWatched', { most: limits.watchedItems }))
  .transform((text) => ids(text).map((part) => part.split(':')))
  .refine((parts) => parts.length <= limits.watchedItems, { error: because('tooManyWatched', { most: limits.watchedItems }), abort: true })
  .refine((parts) => parts.every(([kind, of, more]) => watchable.includes(kind as Watched) && of && more === undefined), {
    error: because('watchUnknown'),
    abort: true,
  })
  .transform((parts) => parts.map(([kind, of]) => ({ kind: kind as Watched, id: of! })));

export const readEvents = endpoint('readEvents', {
  method: 'GET',
  path: '/events',
  access: 'onboarded',
  sends: 'text/event-stream',
  summary: 'Stream server-sent events: changes, with new counts or a hint to refetch. Last-Event-ID, an opaque value, resumes the stream.',
  refuses: ['overloaded'],
  /** A text/event-stream: `event` is one of `eventNames`, `data` its EventData. Clients store each `id`, also without an event, to resume. */
  shape: { query: z.object({ watch: watch.optional() }), answer: z.undefined() },
});

export const sayReplying = endpoint('sayReplying', {
  method: 'POST',
  path: '/forum/topics/{id}/replying',
  access: 'onboarded',
  summary: 'Send a typing indicator for a topic. It lasts twelve seconds.',
  refuses: ['not_found', 'locked'],
  shape: { params: idParams, answer: z.object({}) },
});

export const listReplying = endpoint('listReplying', {
  method: 'GET',
  path: '/forum/topics/{id}/replying',
  access: 'onboarded',
  summary: 'List the members who are typing in a topic.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    answer: z.object({ data: z.array(author.pick({ id: true, name: true, username: true, avatar_url: true })) }),
  },
});

export const listPresence = endpoint('listPresence', {
  method: 'GET',
  path: '/presence',
  access: 'onboarded',
  summary: 'List which of these members are online, unless they hide it.',
  shape: {
    query: z.object({
      ids: z
        .string()
        .max(limits.presenceIds * 65, because('tooManyPresences', { most: limits.presenceIds }))
        .transform(ids)
        .refine((list) => list.length <= limits.presenceIds, because('tooManyPresences', { most: limits.presenceIds })),
    }),
    answer: z.object({ data: z.array(z.object({ id, is_online: z.boolean() })) }),
  },
});
