import { listNotifications as list, markAllNotificationsRead, markNotificationRead } from '@mbari/contract/notifications';
import { route } from '../../http/route.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { listNotifications } from './list-notifications.ts';
import { setAllNotificationsRead, setNotificationRead } from './queries.ts';

export const notificationRoutes = [
  route(list, ({ context, member, query }) => listNotifications(context, member, query)),
  route(markNotificationRead, async ({ context: { db }, member, params }) => {
    if (!isId(params.id) || (await setNotificationRead(db, member.id, params.id)) === 0) throw notFound('Notification not found');
    return { message: 'Notification marked as read' };
  }),
  route(markAllNotificationsRead, async ({ context: { db }, member }) => {
    await setAllNotificationsRead(db, member.id);
    return { message: 'All notifications marked as read' };
  }),
];
