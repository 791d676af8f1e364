import { listNotifications as list, markAllNotificationsRead, markNotificationRead } from '@mbari/contract/notifications/notifications';
import { route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { answers } from '../platform/languages.ts';
import { notFound } from '../platform/refusal.ts';
import { listNotifications } from './list-notifications.ts';
import { updateAllRead, updateGroupRead, updateNotificationRead } from './queries.ts';

export const notificationRoutes = [
  route(list, ({ context, member, query }) => listNotifications(context, member, query)),
  route(markNotificationRead, async ({ context: { db }, member, params, query: { grouped } }) => {
    if (!isId(params.id) || (await updateNotificationRead(db, member.id, params.id)) === 0) throw notFound('notificationNotFound');
    if (grouped) while ((await updateGroupRead(db, member.id, params.id)) === 1000);
    db.hint('notifications');
    return { message: answers.notificationRead };
  }),
  route(markAllNotificationsRead, async ({ context: { db }, member }) => {
    // Runs in batches, because a year of notifications could exceed the statement timeout.
    while ((await updateAllRead(db, member.id)) === 1000);
    db.hint('notifications');
    return { message: answers.notificationsRead };
  }),
];
