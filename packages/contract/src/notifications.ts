import { callsOf } from './endpoint.ts';
import type { notificationShapes } from './shapes/notifications.ts';

const call = callsOf<typeof notificationShapes>();

export const listNotifications = call('listNotifications', {
  method: 'GET',
  path: '/forum/notifications',
  access: 'onboarded',
  summary: 'What happened to one’s work, newest first.',
});
export const markNotificationRead = call('markNotificationRead', {
  method: 'PATCH',
  path: '/forum/notifications/{id}/mark-read',
  access: 'onboarded',
  summary: 'Mark one notification read.',
  refuses: ['not_found'],
});
export const markAllNotificationsRead = call('markAllNotificationsRead', {
  method: 'POST',
  path: '/forum/notifications/mark-all-read',
  access: 'onboarded',
  summary: 'Mark all notifications read.',
});
