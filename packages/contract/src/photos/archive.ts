import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { idParams, listMeta, message, paging } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { photo, publishTime } from './posts.ts';

export const listArchivedPosts = endpoint('listArchivedPosts', {
  method: 'GET',
  path: '/archived',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the viewer’s archived posts, newest first.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const archivePhoto = endpoint('archivePhoto', {
  method: 'POST',
  path: '/photos/{id}/archive',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Archive a post: its author. It is hidden from all others, with its likes and comments.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: idParams, answer: message },
});

export const unarchivePhoto = endpoint('unarchivePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/archive',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Return an archived post to its old place: its author.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: idParams, answer: message },
});

export const listScheduledPosts = endpoint('listScheduledPosts', {
  method: 'GET',
  path: '/scheduled',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the viewer’s scheduled posts, the next one first.',
  shape: { answer: z.object({ data: z.array(photo).max(limits.scheduledPosts) }) },
});

export const schedulePhoto = endpoint('schedulePhoto', {
  method: 'PUT',
  path: '/photos/{id}/schedule',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary: 'Change the time of a scheduled post: its author. Without a time, it is published now, under a new id.',
  refuses: ['not_found', 'not_owner', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({ publish_at: publishTime.nullable() }),
    answer: z.object({ data: photo, message: z.string() }),
  },
});
