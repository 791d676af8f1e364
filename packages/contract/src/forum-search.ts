import { callsOf } from './endpoint.ts';
import type { forumSearchShapes } from './shapes/forum-search.ts';

const call = callsOf<typeof forumSearchShapes>();

export const searchForum = call('searchForum', {
  method: 'GET',
  path: '/forum/search',
  access: 'onboarded',
  summary: 'Posts of the forum with these words, or their beginnings, in them or in the title of their topic; those that fit best first.',
});
export const listSimilarTopics = call('listSimilarTopics', {
  method: 'GET',
  path: '/forum/similar',
  access: 'onboarded',
  summary: 'Topics whose titles have much of this one.',
});
