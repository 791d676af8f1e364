import * as calls from '@mbari/contract/forum-tracks';
import { route } from '../../http/route.ts';
import { trackCategory, untrackCategory } from './track-category.ts';
import { readTopicUpTo, trackTopic } from './track-topic.ts';

export const forumTrackRoutes = [
  route(calls.followTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'follow');
    return { message: 'You follow this topic now' };
  }),
  route(calls.unfollowTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: 'You no longer follow this topic' };
  }),
  route(calls.muteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'mute');
    return { message: 'You will hear no more of this topic' };
  }),
  route(calls.unmuteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: 'You will hear of this topic again' };
  }),
  route(calls.readTopicUpTo, async ({ context, member, params, body }) => ({
    message: 'Kept',
    data: await readTopicUpTo(context, member, params.id, body.number),
  })),
  route(calls.followForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'follow');
    return { message: 'You follow this category now' };
  }),
  route(calls.unfollowForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'follow');
    return { message: 'You no longer follow this category' };
  }),
  route(calls.muteForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'mute');
    return { message: 'You will hear no more of this category' };
  }),
  route(calls.unmuteForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'mute');
    return { message: 'You will hear of this category again' };
  }),
];
