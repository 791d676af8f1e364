import * as calls from '@mbari/contract/forum/tracks';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { readTopicUpTo, trackCategory, trackTopic, untrackCategory } from './track.ts';

export const forumTrackRoutes = [
  route(calls.followTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'follow');
    return { message: answers.topicFollowed };
  }),
  route(calls.unfollowTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: answers.topicUnfollowed };
  }),
  route(calls.muteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'mute');
    return { message: answers.topicMuted };
  }),
  route(calls.unmuteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: answers.topicUnmuted };
  }),
  route(calls.readTopicUpTo, async ({ context, member, params, body }) => ({
    message: answers.readingKept,
    data: await readTopicUpTo(context, member, params.id, body.number),
  })),
  route(calls.followForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'follow');
    return { message: answers.categoryFollowed };
  }),
  route(calls.unfollowForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'follow');
    return { message: answers.categoryUnfollowed };
  }),
  route(calls.muteForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'mute');
    return { message: answers.categoryMuted };
  }),
  route(calls.unmuteForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'mute');
    return { message: answers.categoryUnmuted };
  }),
];
