import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import { updateAllRead, updateGroupRead, updateNotificationRead } from './queries.ts';

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
