import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { forumTopicShapes } from './shapes/forum-topics.ts';

const call = callsOf<typeof forumTopicShapes>();

export const createTopic = call('createTopic', {
  method: 'POST',
  path: '/forum/topics',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  status: 201,
  summary: 'Begin a topic. Sent twice with one Idempotency-Key it is begun once. The key with another request is refused.',
  refuses: ['pending_review', 'conflict', 'idempotency_key_reused', 'overloaded'],
});
export const readTopic = call('readTopic', {
  method: 'GET',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  summary: 'One topic, with its opening. One that was merged into another says where it is now.',
  refuses: ['not_found', 'moved'],
});
export const updateTopic = call('updateTopic', {
  method: 'PUT',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Change the title or the opening of a topic: its author or an organiser. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['not_found', 'not_author', 'locked', 'conflict', 'overloaded'],
});
export const deleteTopic = call('deleteTopic', {
  method: 'DELETE',
  path: '/forum/topics/{id}',
  access: 'onboarded',
  summary: 'Delete a topic: an organiser, or its author for as long as nobody else wrote in it.',
  refuses: ['not_found', 'not_author', 'has_replies'],
});
export const solveTopic = call('solveTopic', {
  method: 'POST',
  path: '/forum/topics/{id}/solve',
  access: 'onboarded',
  takes: 'json',
  summary: 'Say which post answers the question of a topic: its author or an organiser.',
  refuses: ['not_found', 'not_author'],
});
