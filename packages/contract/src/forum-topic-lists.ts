import { callsOf } from './endpoint.ts';
import type { forumTopicShapes } from './shapes/forum-topics.ts';

const call = callsOf<typeof forumTopicShapes>();

export const listTopics = call('listTopics', {
  method: 'GET',
  path: '/forum/topics',
  access: 'onboarded',
  summary: 'Topics of the forum, those with the newest posts first.',
});
export const listTopicsAboutPhoto = call('listTopicsAboutPhoto', {
  method: 'GET',
  path: '/photos/{id}/topics',
  access: 'onboarded',
  summary: 'Topics of the forum about a photo, newest first.',
  refuses: ['not_found'],
});
export const listTopicsWithTag = call('listTopicsWithTag', {
  method: 'GET',
  path: '/tags/{tag}/topics',
  access: 'onboarded',
  summary: 'Topics of the forum whose opening has a tag, newest first.',
});
