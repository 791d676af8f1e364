import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Notification } from '@mbari/contract/shapes/notifications';
import type { Context } from '../../context.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { countNotifications, listNotificationRows, type NotificationFilter } from './queries.ts';
import { viewNotification } from './views.ts';

/** What happened to the viewer's work, newest first. What they may no longer see, or who, is left out of list and counts. */
export async function listNotifications(
  context: Context,
  viewer: Viewer,
  { filter, limit, ...asked }: Paging & { filter: NotificationFilter; limit?: number | undefined },
): Promise<{ data: { notifications: Notification[]; unread_count: number }; meta: ListMeta }> {
  await context.limits.spend('notifications by member', viewer.id);
  const paging = { ...asked, per_page: limit ?? asked.per_page };
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const [{ total, unread }, { rows, further }] = await Promise.all([
    countNotifications(context.db, viewer.id, filter),
    listNotificationRows(context.db, viewer.id, { filter, before, offset, limit: literalLimit(take) }),
  ]);
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.id);
  return {
    data: { notifications: shown.map(viewNotification), unread_count: unread },
    meta: { ...meta, next_cursor: meta.next_cursor ?? further },
  };
}
