import type * as calls from '@mbari/contract/notifications/notifications';
import type { Notification } from '@mbari/contract/notifications/notifications';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { inBatches } from '../platform/db/batch.ts';
import type { Statements } from '../platform/db/database.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import { notFound } from '../platform/refusal.ts';
import { countGroups, countInGroup, type GroupRow, listGroupMembers, listGroupRows, listRowsInGroup } from './group-queries.ts';
import {
  type CappedCount,
  countNotifications,
  deleteNotificationsOf,
  deleteOldNotifications,
  deleteReadNotifications,
  listNotificationRows,
  type NotificationFilter,
  type NotificationRow,
  updateAllRead,
  updateGroupRead,
  updateNotificationRead,
} from './queries.ts';
import { viewGroup, viewNotification } from './views.ts';

interface NotificationQuery extends Paging {
  filter: NotificationFilter;
  limit?: number | undefined;
  grouped: boolean;
  group?: string | undefined;
}

interface NotificationPage {
  data: z.input<typeof calls.listNotifications.shape.answer>['data'];
  meta: ListMeta & { total_is_capped: boolean };
}

/** Lists the viewer's notifications, newest first. List and counts omit subjects and actors that the viewer cannot see. */
export async function listNotifications(
  context: Context,
  viewer: Viewer,
  { filter, limit, grouped, group, ...restPaging }: NotificationQuery,
): Promise<NotificationPage> {
  await context.limits.spend('notifications by member', viewer.id);
  const paging = { ...restPaging, per_page: limit ?? restPaging.per_page };
  if (group !== undefined) return list(paging, createGroupRowsSource(context, viewer, group));
  return grouped ? list(paging, createGroupSource(context, viewer, filter)) : list(paging, createListSource(context, viewer, filter));
}

/** Lists the rows of notifications, newest first, for views other than our own. */
export async function selectNotifications(context: Context, viewer: Viewer, { cursor, per_page }: Paging): Promise<NotificationRow[]> {
  await context.limits.spend('notifications by member', viewer.id);
  const slice = { filter: 'all', before: idAfter(cursor), offset: 0, limit: literalLimit(per_page) } as const;
  return (await listNotificationRows(context.db, viewer.id, slice)).rows.slice(0, per_page);
}

interface Slice {
  before: string;
  offset: number;
  limit: 21 | 51;
}

interface Source<Row> {
  read: (slice: Slice) => Promise<{ rows: Row[]; continueBefore: string | null }>;
  /** `unreadGroups` is set when listing groups. */
  count: () => Promise<{ total: CappedCount; unread: CappedCount; unreadGroups?: CappedCount }>;
  positionOf: (row: Row) => string;
  present: (rows: Row[]) => Promise<Notification[]>;
}

async function list<Row>(paging: Paging, { read, count, positionOf, present }: Source<Row>): Promise<NotificationPage> {
  const { cursor, offset, take } = sliceOf(paging);
  const slice = { before: idAfter(cursor), offset, limit: literalLimit(take) };
  const [{ total, unread, unreadGroups }, { rows, continueBefore }] = await Promise.all([count(), read(slice)]);
  const { shown: page, meta } = pageOf(rows, paging, total.count, positionOf);
  return {
    data: {
      notifications: await present(page),
      unread_count: unread.count,
      unread_count_is_capped: unread.is_capped,
      ...(unreadGroups && { unread_groups_count: unreadGroups.count, unread_groups_count_is_capped: unreadGroups.is_capped }),
    },
    meta: { ...meta, next_cursor: meta.next_cursor ?? continueBefore, total_is_capped: total.is_capped },
  };
}

const createListSource = (context: Context, { id }: Viewer, filter: NotificationFilter): Source<NotificationRow> => ({
  read: (slice) => listNotificationRows(context.db, id, { filter, ...slice }),
  count: async () => {
    const [unread, total] = await Promise.all([
      countNotifications(context.db, id, 'unread'),
      filter === 'unread' ? undefined : countNotifications(context.db, id, filter),
    ]);
    return { total: total ?? unread, unread };
  },
  positionOf: (row) => row.id,
  present: async (rows) => rows.map((row) => viewNotification(context, row)),
});

const createGroupSource = (context: Context, { id }: Viewer, filter: NotificationFilter): Source<GroupRow> => ({
  read: (slice) => listGroupRows(context.db, id, { filter, ...slice }),
  count: async () => {
    const countBy = (countedFilter: NotificationFilter): Promise<CappedCount> => countGroups(context.db, id, countedFilter);
    const [unread, unreadGroups, total] = await Promise.all([
      countNotifications(context.db, id, 'unread'),
      countBy('unread'),
      filter === 'unread' ? undefined : countBy(filter),
    ]);
    return { total: total ?? unreadGroups, unread, unreadGroups };
  },
  positionOf: (row) => row.position,
  present: async (rows) => {
    const members = await listGroupMembers(context.db, [...new Set(rows.flatMap(pickActorIds))]);
    return rows.map((row) => viewGroup(context, row, pickActorIds(row), members));
  },
});

const createGroupRowsSource = (context: Context, viewer: Viewer, group: string): Source<NotificationRow> => ({
  ...createListSource(context, viewer, 'all'),
  read: (slice) => listRowsInGroup(context.db, viewer.id, { id: isId(group) ? group : null, ...slice }),
  count: async () => {
    const [unread, total] = await Promise.all([
      countNotifications(context.db, viewer.id, 'unread'),
      countInGroup(context.db, viewer.id, isId(group) ? group : null),
    ]);
    return { total, unread };
  },
});

const pickActorIds = ({ count, actor_ids: ids }: GroupRow): string[] => (count > 1 ? [...new Set(ids)].slice(0, 5) : []);

/** Marks a notification as read. `isGroup`: with the older ones of its group. Throws `not_found`. */
export async function markRead({ db }: Context, member: Viewer, id: string, isGroup = false): Promise<void> {
  if (!isId(id) || (await updateNotificationRead(db, member.id, id)) === 0) throw notFound('notificationNotFound');
  if (isGroup) while ((await updateGroupRead(db, member.id, id)) === 1000);
  db.hint('notifications');
}

/** Marks all notifications as read, in batches, because a year of them could exceed the statement timeout. */
export async function markAllRead({ db }: Context, member: Viewer): Promise<void> {
  while ((await updateAllRead(db, member.id)) === 1000);
  db.hint('notifications');
}

export const eraseNotifications = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => deleteNotificationsOf(db, memberId));

/** Deletes notifications 90 days after they were read, and all after a year. */
export const sweepNotifications: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () => deleteReadNotifications(db),
    () => deleteOldNotifications(db),
  );
