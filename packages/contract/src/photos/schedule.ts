import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { idParams } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { photo, publishTime } from './posts.ts';

export const listScheduledPosts = endpoint('listScheduledPosts', {
  method: 'GET',
  path: '/scheduled',
  access: 'onboarded',
  summary: 'List the viewer’s scheduled posts, the next one first.',
  shape: { answer: z.object({ data: z.array(photo).max(limits.scheduledPosts) }) },
});

export const schedulePhoto = endpoint('schedulePhoto', {
  method: 'PUT',
  path: '/photos/{id}/schedule',
  access: 'onboarded',
  takes: 'json',
  summary: 'Change the time of a scheduled post: its author. Without a time, it is published now, under a new id.',
  refuses: ['not_found', 'not_owner', 'conflict'],
  shape: {
    params: idParams,
    body: z.object({ publish_at: publishTime.nullable() }),
    answer: z.object({ data: photo, message: z.string() }),
  },
});
