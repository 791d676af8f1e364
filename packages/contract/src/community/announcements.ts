import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, id, idParams, message, paging, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const announcement = z.object({
  id,
  text: z.string(),
  begins_at: dated,
  /** Null: shown until removed. */
  ends_at: dated.nullable(),
  is_dismissable: z.boolean(),
  state: z.enum(['coming', 'current', 'over']),
  version,
});
export type Announcement = z.infer<typeof announcement>;

// PostgreSQL has no year 0.
const time = z.iso.datetime(because('timeInvalid')).refine((value) => value >= '0001', because('timeInvalid'));
const fields = {
  text: text({ label: 'content', max: limits.announcement, min: 1, lines: true }),
  begins_at: time.optional(),
  ends_at: time.nullish(),
  is_dismissable: z.boolean(because('settingNotYesOrNo', { field: 'content' })).optional(),
};
const answer = z.object({ data: announcement, message: z.string() });

export const listAnnouncements = endpoint('listAnnouncements', {
  method: 'GET',
  path: '/admin/announcements',
  access: 'admin',
  scope: 'admin:read',
  summary: 'List past, current and planned announcements, newest first. `GET /me` has the member’s own.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(announcement), meta: z.object({ per_page: z.number().int(), next_cursor: z.string().nullable() }) }),
  },
});

export const createAnnouncement = endpoint('createAnnouncement', {
  method: 'POST',
  path: '/admin/announcements',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Announce a text to all members, from a start to an end.',
  shape: { body: z.object(fields), answer },
});

export const updateAnnouncement = endpoint('updateAnnouncement', {
  method: 'PUT',
  path: '/admin/announcements/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Change an announcement. Members who dismissed it do not see it again. An outdated `version` is refused with the stored announcement; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
  /** Omitted fields keep their values. Null removes the end. */
  shape: { params: idParams, body: z.object({ ...fields, text: fields.text.optional(), version: editedVersion }), answer },
});

export const deleteAnnouncement = endpoint('deleteAnnouncement', {
  method: 'DELETE',
  path: '/admin/announcements/{id}',
  access: 'admin',
  summary: 'Remove an announcement.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const dismissAnnouncement = endpoint('dismissAnnouncement', {
  method: 'POST',
  path: '/announcements/{id}/dismiss',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Dismiss an announcement, if it can be dismissed.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});
