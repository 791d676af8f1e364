import { callsOf } from './endpoint.ts';
import type { announcementShapes } from './shapes/announcements.ts';

const call = callsOf<typeof announcementShapes>();

export const listAnnouncements = call('listAnnouncements', {
  method: 'GET',
  path: '/admin/announcements',
  access: 'admin',
  summary: 'What was announced, is, and will be, the newest first: admins. Members find what is announced to them in `GET /me`.',
});
export const createAnnouncement = call('createAnnouncement', {
  method: 'POST',
  path: '/admin/announcements',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Say something to everybody, from a time on and until another: admins.',
});
export const updateAnnouncement = call('updateAnnouncement', {
  method: 'PUT',
  path: '/admin/announcements/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Change an announcement: admins. Whoever put it away does not see it again. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
});
export const deleteAnnouncement = call('deleteAnnouncement', {
  method: 'DELETE',
  path: '/admin/announcements/{id}',
  access: 'admin',
  summary: 'Take an announcement down: admins.',
  refuses: ['not_found'],
});
export const dismissAnnouncement = call('dismissAnnouncement', {
  method: 'POST',
  path: '/announcements/{id}/dismiss',
  access: 'onboarded',
  summary: 'Put an announcement away for oneself, where it may be.',
  refuses: ['not_found'],
});
