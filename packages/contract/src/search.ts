import { callsOf } from './endpoint.ts';
import type { searchShapes } from './shapes/search.ts';

const call = callsOf<typeof searchShapes>();

export const searchEverything = call('searchEverything', {
  method: 'GET',
  path: '/search',
  access: 'onboarded',
  summary: 'The tag called so, and the first few members, posts and topics that a search finds, with how many there are of each.',
});
