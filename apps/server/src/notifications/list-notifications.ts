import type * as calls from '@mbari/contract/notifications/notifications';
import type { Notification } from '@mbari/contract/notifications/notifications';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { countGroups, countInGroup, type GroupRow, listGroupMembers, listGroupRows, listRowsInGroup } from './group-queries.ts';
import { type Counted, countNotifications, listNotificationRows, type NotificationFilter, type NotificationRow } from './queries.ts';
import { viewGroup, viewNotification } from './views.ts';

interface Asked extends Paging {
  filter: NotificationFilter;
  limit?: number | undefined;
  grouped: boolean;
  group?: string | undefined;
}

interface Listed {
  data: z.input<typeof calls.listNotifications.shape.answer>['data'];
  meta: ListMeta & { total_is_capped: boolean };
}

/** Lists the viewer's notifications, newest first. Omits subjects and actors they cannot see, from the counts, too. */
export async function listNotifications(
  context: Context,
  viewer: Viewer,
  { filter, limit, grouped, group, ...asked }: Asked,
): Promise<Listed> {
  await context.limits.spend('notifications by member', viewer.id);
  const paging = { ...asked, per_page: limit ?? asked.per_page };
  if (group !== undefined) return list(paging, singlesOf(context, viewer, group));
  return grouped ? list(paging, groupsBy(context, viewer, filter)) : list(paging, singlesBy(context, viewer, filter));
}

interface Part {
  before: string;
  offset: number;
  limit: 21 | 51;
}

interface Source<Row> {
  read: (part: Part) => Promise<{ rows: Row[]; further: string | null }>;
  /** `unreadGroups` is set when listing groups. */
  count: () => Promise<{ total: Counted; unread: Counted; unreadGroups?: Counted }>;
  positionOf: (row: Row) => string;
  present: (rows: Row[]) => Promise<Notification[]>;
}

async function list<Row>(paging: Paging, { read, count, positionOf, present }: Source<Row>): Promise<Listed> {
  const { cursor, offset, take } = sliceOf(paging);
  const part = { before: idAfter(cursor), offset, limit: literalLimit(take) };
  const [{ total, unread, unreadGroups }, { rows, further }] = await Promise.all([count(), read(part)]);
  const { shown, meta } = pageOf(rows, paging, total.count, positionOf);
  return {
    data: {
      notifications: await present(shown),
      unread_count: unread.count,
      unread_count_is_capped: unread.is_capped,
      ...(unreadGroups && { unread_groups_count: unreadGroups.count, unread_groups_count_is_capped: unreadGroups.is_capped }),
    },
    meta: { ...meta, next_cursor: meta.next_cursor ?? further, total_is_capped: total.is_capped },
  };
}

const singlesBy = (context: Context, { id }: Viewer, filter: NotificationFilter): Source<NotificationRow> => ({
  read: (part) => listNotificationRows(context.db, id, { filter, ...part }),
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

const groupsBy = (context: Context, { id }: Viewer, filter: NotificationFilter): Source<GroupRow> => ({
  read: (part) => listGroupRows(context.db, id, { filter, ...part }),
  count: async () => {
    const groups = (of: NotificationFilter): Promise<Counted> => countGroups(context.db, id, of, idAfter(undefined));
    const [unread, unreadGroups, total] = await Promise.all([
      countNotifications(context.db, id, 'unread'),
      groups('unread'),
      filter === 'unread' ? undefined : groups(filter),
    ]);
    return { total: total ?? unreadGroups, unread, unreadGroups };
  },
  positionOf: (row) => row.position,
  present: async (rows) => {
    const members = await listGroupMembers(context.db, [...new Set(rows.flatMap(peopleOf))]);
    return rows.map((row) => viewGroup(context, row, peopleOf(row), members));
  },
});

const singlesOf = (context: Context, viewer: Viewer, group: string): Source<NotificationRow> => ({
  ...singlesBy(context, viewer, 'all'),
  read: (part) => listRowsInGroup(context.db, viewer.id, { id: isId(group) ? group : null, ...part }),
  count: async () => {
    const [unread, total] = await Promise.all([
      countNotifications(context.db, viewer.id, 'unread'),
      countInGroup(context.db, viewer.id, isId(group) ? group : null),
    ]);
    return { total, unread };
  },
});

const peopleOf = ({ count, actor_ids: ids }: GroupRow): string[] => (count > 1 ? [...new Set(ids)].slice(0, 5) : []);
