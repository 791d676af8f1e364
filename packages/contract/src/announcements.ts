import { callsOf } from './endpoint.ts';
import type { announcementShapes } from './shapes/announcements.ts';

const call = callsOf<typeof announcementShapes>();

export const listAnnouncements = call('listAnnouncements', {
  method: 'GET',
  path: '/admin/announcements',
  access: 'onboarded',
  summary: 'What was announced, is, and will be, the newest first: admins. Members find what is announced to them in `GET /me`.',
  refuses: ['admin_only'],
});
export const createAnnouncement = call('createAnnouncement', {
  method: 'POST',
  path: '/admin/announcements',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Say something to everybody, from a time on and until another: admins.',
  refuses: ['admin_only'],
});
export const updateAnnouncement = call('updateAnnouncement', {
  method: 'PUT',
  path: '/admin/announcements/{id}',
  access: 'onboarded',
  takes: 'json',
  summary: 'Change an announcement: admins. Whoever put it away does not see it again.',
  refuses: ['admin_only', 'not_found'],
});
export const deleteAnnouncement = call('deleteAnnouncement', {
  method: 'DELETE',
  path: '/admin/announcements/{id}',
  access: 'onboarded',
  summary: 'Take an announcement down: admins.',
  refuses: ['admin_only', 'not_found'],
});
export const dismissAnnouncement = call('dismissAnnouncement', {
  method: 'POST',
  path: '/announcements/{id}/dismiss',
  access: 'onboarded',
  summary: 'Put an announcement away for oneself, where it may be.',
  refuses: ['not_found'],
});
