import { callsOf } from './endpoint.ts';
import type { forumTrackShapes } from './shapes/forum-tracks.ts';

const call = callsOf<typeof forumTrackShapes>();

export const followTopic = call('followTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a topic.',
  refuses: ['not_found'],
});
export const unfollowTopic = call('unfollowTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a topic no longer.',
  refuses: ['not_found'],
});
export const muteTopic = call('muteTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/mute',
  access: 'onboarded',
  summary: 'Hear no more of a topic.',
  refuses: ['not_found'],
});
export const unmuteTopic = call('unmuteTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/mute',
  access: 'onboarded',
  summary: 'Hear of a topic again.',
  refuses: ['not_found'],
});
export const readTopicUpTo = call('readTopicUpTo', {
  method: 'POST',
  path: '/forum/topics/{id}/read',
  access: 'onboarded',
  takes: 'json',
  summary: 'Say how far one has read a topic. It never goes back.',
  refuses: ['not_found'],
});
export const followForumCategory = call('followForumCategory', {
  method: 'POST',
  path: '/forum/categories/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a category of the forum.',
  refuses: ['not_found'],
});
export const unfollowForumCategory = call('unfollowForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}/follow',
  access: 'onboarded',
  summary: 'Follow a category of the forum no longer.',
  refuses: ['not_found'],
});
export const muteForumCategory = call('muteForumCategory', {
  method: 'POST',
  path: '/forum/categories/{id}/mute',
  access: 'onboarded',
  summary: 'Leave the topics of a category out of lists of all categories.',
  refuses: ['not_found'],
});
export const unmuteForumCategory = call('unmuteForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}/mute',
  access: 'onboarded',
  summary: 'List the topics of a category again.',
  refuses: ['not_found'],
});
