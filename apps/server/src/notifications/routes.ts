import { listNotifications as list, markAllNotificationsRead, markNotificationRead } from '@mbari/contract/notifications/notifications';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { listNotifications, markAllRead, markRead } from './list-notifications.ts';

export const notificationRoutes = [
  route(list, ({ context, member, query }) => listNotifications(context, member, query)),
  route(markNotificationRead, async ({ context, member, params, query: { grouped } }) => {
    await markRead(context, member, params.id, grouped);
    return { message: answers.notificationRead };
  }),
  route(markAllNotificationsRead, async ({ context, member }) => {
    await markAllRead(context, member);
    return { message: answers.notificationsRead };
  }),
];
