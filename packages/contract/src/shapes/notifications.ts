import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, id, idParams, listMeta, message, paging } from './fields.ts';
import { author } from './members.ts';

export const notificationFilters = ['all', 'unread', 'read'] as const;

/** What happened in the forum, and to which post. */
const forumEvent = z.object({
  event: z.enum(['like', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved']),
  post_id: id,
  topic_id: id,
  slug: z.string(),
  number: z.number().int(),
  title: z.string(),
  /** The beginning of the post. */
  excerpt: z.string(),
});

export const notification = z.object({
  id,
  type: z.enum(['like', 'comment', 'follow', 'other']),
  /** In English, whoever asks. */
  message: z.string(),
  /** Names the sentence of the message, for whoever says it in another language. */
  reason: z.string(),
  /** What is filled in to the sentence. */
  params: z.object({ name: z.string().optional(), title: z.string().optional(), category: z.string().optional() }),
  /** Who caused it. */
  user: author.nullable(),
  read_at: dated.nullable(),
  created_at: dated,
  action_url: z.string().nullable(),
  /** Null where it is not about the forum. */
  forum: forumEvent.nullable(),
});
export type Notification = z.infer<typeof notification>;

export const notificationShapes = {
  listNotifications: {
    query: z.object({
      ...paging,
      filter: z.enum(notificationFilters, because('notificationFilterUnknown')).default('all'),
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,3}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.perPageMax))
        .optional(),
    }),
    answer: z.object({
      data: z.object({ notifications: z.array(notification), unread_count: z.number().int() }),
      meta: listMeta,
    }),
  },
  markNotificationRead: { params: idParams, answer: message },
  markAllNotificationsRead: { answer: message },
};
