import * as calls from '@mbari/contract/forum-moderation';
import { route } from '../../http/route.ts';
import { readTopic, readTopicOrMerged } from '../forum-topics/read-topic.ts';
import { mergeTopic } from './merge-topic.ts';
import { moderateTopic, moveTopic, pinTopic, restoreTopic } from './moderate-topic.ts';
import { restoreForumPost } from './restore-post.ts';
import { splitTopic } from './split-topic.ts';

export const forumModerationRoutes = [
  route(calls.lockTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'lock_topic');
    return { message: 'Topic locked' };
  }),
  route(calls.unlockTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'unlock_topic');
    return { message: 'Topic open again' };
  }),
  route(calls.pinTopic, async ({ context, member, params, body }) => {
    await pinTopic(context, member, params.id, body.until ?? null);
    return { message: 'Topic pinned' };
  }),
  route(calls.unpinTopic, async ({ context, member, params }) => {
    await moderateTopic(context, member, params.id, 'unpin_topic');
    return { message: 'Topic no longer pinned' };
  }),
  route(calls.moveTopic, async ({ context, member, params, body }) => {
    await moveTopic(context, member, params.id, body.category_id);
    return { message: 'Topic moved' };
  }),
  route(calls.splitTopic, async ({ context, member, params, body }) => {
    const id = await splitTopic(context, member, params.id, body);
    return { message: 'Topic split', data: await readTopic(context, member, id) };
  }),
  route(calls.mergeTopic, async ({ context, member, params, body }) => {
    await mergeTopic(context, member, params.id, body.into);
    return { message: 'Topics merged', data: await readTopicOrMerged(context, member, body.into) };
  }),
  route(calls.restoreTopic, async ({ context, member, params, body }) => {
    await restoreTopic(context, member, params.id, body.category_id ?? null);
    return { message: 'Topic restored', data: await readTopic(context, member, params.id) };
  }),
  route(calls.restoreForumPost, async ({ context, member, params }) => {
    await restoreForumPost(context, member, params.id, params.postId);
    return { message: 'Post restored' };
  }),
];
