import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { forumKinds, kindNames } from './kinds.ts';

export const notificationFilters = ['all', 'unread', 'read'] as const;

/** What happened in the forum, and to which post. */
const forumEvent = z.object({
  event: z.enum(forumKinds),
  post_id: id,
  topic_id: id,
  slug: z.string(),
  number: z.number().int(),
  title: z.string(),
  /** The beginning of the post. */
  excerpt: z.string(),
});

/** The photo that it is about, small. */
const thumbnail = z.object({ url: z.string(), width: z.number().int(), height: z.number().int(), color: z.string() });

/** Whoever followed, and whether one follows them. */
const follower = z.object({
  id,
  name: z.string(),
  username: z.string(),
  is_following: z.boolean(),
  viewer: z.object({ may_follow: z.boolean() }),
});

/** What several did to one thing. The notification that has it is the newest of them. */
const group = z.object({
  /** How many notifications, 100 at most: there may be more then. */
  count: z.number().int(),
  /** Of how many people besides the one who is named, 99 at most. */
  others_count: z.number().int(),
  /** The newest five of all people. */
  members: z.array(author),
});

export const notification = z.object({
  id,
  type: z.enum(['like', 'comment', 'follow', 'other']),
  /** Later versions may add kinds. */
  kind: z.enum(kindNames),
  /** In English, whoever asks. */
  message: z.string(),
  /** Names the sentence of the message, for whoever says it in another language. */
  reason: z.string(),
  /** What is filled in to the sentence. */
  params: z.object({
    name: z.string().optional(),
    title: z.string().optional(),
    category: z.string().optional(),
    others: z.number().int().optional(),
    /** Why organisers did it. */
    reason: z.string().optional(),
  }),
  /** Who caused it. */
  user: author.nullable(),
  read_at: dated.nullable(),
  created_at: dated,
  action_url: z.string().nullable(),
  /** Null where it is not about the forum. */
  forum: forumEvent.nullable(),
  /** The beginning of the comment. */
  excerpt: z.string().nullable(),
  photo: thumbnail.nullable(),
  follower: follower.nullable(),
  /** Where groups were asked for; null for what stands alone. */
  group: group.nullable().optional(),
});
export type Notification = z.infer<typeof notification>;

const grouped = z
  .enum(['0', '1'], because('notZeroOrOne', { field: 'grouped' }))
  .default('0')
  .transform((digit) => digit === '1');

export const listNotifications = endpoint('listNotifications', {
  method: 'GET',
  path: '/forum/notifications',
  access: 'onboarded',
  summary: 'What happened to one’s work, newest first.',
  shape: {
    query: z.object({
      ...paging,
      filter: z.enum(notificationFilters, because('notificationFilterUnknown')).default('all'),
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,3}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.perPageMax))
        .optional(),
      /** `1`: what several did to one thing is one. */
      grouped,
      /** Those of the group that has this notification, one by one. */
      group: id.optional(),
    }),
    answer: z.object({
      data: z.object({
        notifications: z.array(notification),
        /** Number of single unread notifications, up to 100. */
        unread_count: z.number().int(),
        /** There may be more than `unread_count`. */
        unread_count_is_capped: z.boolean(),
        /** Unread rows of the grouped list, up to 100. Only if groups were requested. */
        unread_groups_count: z.number().int().optional(),
        /** There may be more than `unread_groups_count`. */
        unread_groups_count_is_capped: z.boolean().optional(),
      }),
      meta: listMeta.extend({
        /** There may be more than `total`. */
        total_is_capped: z.boolean(),
      }),
    }),
  },
});

export const markNotificationRead = endpoint('markNotificationRead', {
  method: 'PATCH',
  path: '/forum/notifications/{id}/mark-read',
  access: 'onboarded',
  summary: 'Mark one notification read.',
  refuses: ['not_found'],
  /** `grouped=1`: with those of its group that came before it. */
  shape: { params: idParams, query: z.object({ grouped }), answer: message },
});

export const markAllNotificationsRead = endpoint('markAllNotificationsRead', {
  method: 'POST',
  path: '/forum/notifications/mark-all-read',
  access: 'onboarded',
  summary: 'Mark all notifications read.',
  shape: { answer: message },
});
