import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { forumKinds, kindNames } from './kinds.ts';

export const notificationFilters = ['all', 'unread', 'read'] as const;

const forumEvent = z.object({
  event: z.enum(forumKinds),
  post_id: id,
  topic_id: id,
  slug: z.string(),
  number: z.number().int(),
  title: z.string(),
  excerpt: z.string(),
});

const thumbnail = z.object({ url: z.string(), width: z.number().int(), height: z.number().int(), color: z.string() });

/** New follower, and whether the viewer follows them. */
const follower = z.object({
  id,
  name: z.string(),
  username: z.string(),
  is_following: z.boolean(),
  viewer: z.object({ may_follow: z.boolean() }),
});

/** Proposed alternative text, which the viewer may accept as it is or edited. */
const altProposal = z.object({ id, photo_id: id, text: z.string() });

/** Group of notifications of one type about one subject. The list shows the newest. */
const group = z.object({
  /** Number of notifications, up to 100. */
  count: z.number().int(),
  /** Members besides the one named in `message`, up to 99. */
  others_count: z.number().int(),
  members: z.array(author),
});

export const notification = z.object({
  id,
  type: z.enum(['like', 'comment', 'follow', 'other']),
  /** Later versions may add kinds. */
  kind: z.enum(kindNames),
  message: z.string(),
  /** Key of the message, for translation. */
  reason: z.string(),
  params: z.object({
    name: z.string().optional(),
    title: z.string().optional(),
    category: z.string().optional(),
    others: z.number().int().optional(),
    reason: z.string().optional(),
  }),
  user: author.nullable(),
  read_at: dated.nullable(),
  created_at: dated,
  action_url: z.string().nullable(),
  forum: forumEvent.nullable(),
  excerpt: z.string().nullable(),
  photo: thumbnail.nullable(),
  follower: follower.nullable(),
  /** Only for the kind `described`. */
  alt_proposal: altProposal.optional(),
  /** Only if groups were requested. Null for a single notification. */
  group: group.nullable().optional(),
});
export type Notification = z.infer<typeof notification>;

const groupedFlag = z
  .enum(['0', '1'], because('notZeroOrOne', { field: 'grouped' }))
  .default('0')
  .transform((digit) => digit === '1');

export const listNotifications = endpoint('listNotifications', {
  method: 'GET',
  path: '/forum/notifications',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the viewer’s notifications, newest first.',
  shape: {
    query: z.object({
      ...paging,
      filter: z.enum(notificationFilters, because('notificationFilterUnknown')).default('all'),
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,3}$/, because('notNumberFromOne', { field: 'limit' }))
        .transform((digits) => Math.min(Number(digits), limits.perPageMax))
        .optional(),
      /** `1` groups notifications about one subject. */
      grouped: groupedFlag,
      /** Id of the notification that represents a group. The answer then lists only this group. */
      group: id.optional(),
    }),
    answer: z.object({
      data: z.object({
        notifications: z.array(notification),
        /** Number of unread notifications, ungrouped, up to 100. */
        unread_count: z.number().int(),
        unread_count_is_capped: z.boolean(),
        /** Unread rows of the grouped list, up to 100. Only if groups were requested. */
        unread_groups_count: z.number().int().optional(),
        unread_groups_count_is_capped: z.boolean().optional(),
      }),
      meta: listMeta.extend({
        total_is_capped: z.boolean(),
      }),
    }),
  },
});

export const markNotificationRead = endpoint('markNotificationRead', {
  method: 'PATCH',
  path: '/forum/notifications/{id}/mark-read',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Mark one notification as read.',
  refuses: ['not_found'],
  /** `grouped=1` also marks the earlier notifications of the same group. */
  shape: { params: idParams, query: z.object({ grouped: groupedFlag }), answer: message },
});

export const markAllNotificationsRead = endpoint('markAllNotificationsRead', {
  method: 'POST',
  path: '/forum/notifications/mark-all-read',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Mark all notifications as read.',
  shape: { answer: message },
});
