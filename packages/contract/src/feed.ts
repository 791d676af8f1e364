import { callsOf } from './endpoint.ts';
import type { feedShapes } from './shapes/feed.ts';

const call = callsOf<typeof feedShapes>();

export const listPhotos = call('listPhotos', {
  method: 'GET',
  path: '/photos',
  access: 'onboarded',
  summary: 'Posts the viewer may see, newest first.',
});
export const listTrending = call('listTrending', {
  method: 'GET',
  path: '/photos/trending',
  access: 'onboarded',
  summary: 'The posts of the last 30 days that are talked about most, hottest first.',
});
export const countNewPhotos = call('countNewPhotos', {
  method: 'GET',
  path: '/photos/new',
  access: 'onboarded',
  summary: 'How many posts the viewer may list were posted since the one they saw on top.',
});
export const listSavedPosts = call('listSavedPosts', {
  method: 'GET',
  path: '/saved',
  access: 'onboarded',
  summary: 'Posts that the viewer saved and may list now, saved last first.',
});
