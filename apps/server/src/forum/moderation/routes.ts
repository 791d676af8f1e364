import * as calls from '@mbari/contract/forum/moderation';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { readTopic, readTopicOrMerged } from '../topics/list-topics.ts';
import { moderateTopic, moveTopic, pinTopic } from './moderate-topic.ts';
import { mergeTopic, splitTopic } from './split-topic.ts';

export const forumModerationRoutes = [
  route(calls.lockTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'lock_topic');
    return { message: answers.topicLocked };
  }),
  route(calls.unlockTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'unlock_topic');
    return { message: answers.topicUnlocked };
  }),
  route(calls.pinTopic, async ({ context, member, params, body }) => {
    await pinTopic(context, member, params.id, body.until ?? null);
    return { message: answers.topicPinned };
  }),
  route(calls.unpinTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'unpin_topic');
    return { message: answers.topicUnpinned };
  }),
  route(calls.moveTopic, async ({ context, member, params, body }) => {
    await moveTopic(context, member, params.id, body.category_id);
    return { message: answers.topicMoved };
  }),
  route(calls.splitTopic, async ({ context, member, params, body }) => {
    const id = await splitTopic(context, member, params.id, body);
    return { message: answers.topicSplit, data: await readTopic(context, member, id) };
  }),
  route(calls.mergeTopic, async ({ context, member, params, body }) => {
    await mergeTopic(context, member, params.id, body.into);
    return { message: answers.topicsMerged, data: await readTopicOrMerged(context, member, body.into) };
  }),
];
