import { callsOf } from './endpoint.ts';
import type { forumModerationShapes } from './shapes/forum-moderation.ts';

const call = callsOf<typeof forumModerationShapes>();

export const lockTopic = call('lockTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Lock a topic, so that only organisers write in it: organisers.',
  refuses: ['not_found'],
});
export const unlockTopic = call('unlockTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/lock',
  access: 'organiser',
  summary: 'Open a locked topic again: organisers.',
  refuses: ['not_found'],
});
export const pinTopic = call('pinTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/pin',
  access: 'organiser',
  takes: 'json',
  summary: 'Have a topic stand before all others, until a time or until it is taken back: organisers.',
  refuses: ['not_found'],
});
export const unpinTopic = call('unpinTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}/pin',
  access: 'organiser',
  summary: 'Pin a topic no longer: organisers.',
  refuses: ['not_found'],
});
export const moveTopic = call('moveTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/move',
  access: 'organiser',
  takes: 'json',
  summary: 'Move a topic to another category: organisers.',
  refuses: ['not_found'],
});
export const splitTopic = call('splitTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/split',
  access: 'organiser',
  takes: 'json',
  summary: 'Make a new topic of some posts of a topic: organisers. The opening stays. Old addresses lead on.',
  refuses: ['not_found', 'conflict'],
});
export const mergeTopic = call('mergeTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/merge',
  access: 'organiser',
  takes: 'json',
  summary: 'Add all posts of a topic behind those of another: organisers. Its address leads there.',
  refuses: ['not_found', 'conflict'],
});
export const restoreTopic = call('restoreTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/restore',
  access: 'organiser',
  takes: 'json',
  summary: 'Bring a deleted topic back: organisers.',
  refuses: ['not_found', 'forbidden'],
});
export const restoreForumPost = call('restoreForumPost', {
  method: 'POST',
  path: '/forum/topics/{id}/posts/{postId}/restore',
  access: 'organiser',
  summary: 'Bring a deleted post back: organisers.',
  refuses: ['not_found', 'forbidden'],
});
