import * as calls from '@mbari/contract/photos/archive';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { listScheduled, schedulePost } from './schedule-post.ts';

export const scheduleRoutes = [
  route(calls.listScheduledPosts, async ({ context, member }) => ({ data: await listScheduled(context, member) })),
  route(calls.schedulePhoto, async ({ context, member, params, body: { publish_at: time } }) => ({
    data: await schedulePost(context, member, params.id, time),
    message: time === null ? answers.uploaded : answers.photoScheduled,
  })),
];
