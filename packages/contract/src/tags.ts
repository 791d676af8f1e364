import { callsOf } from './endpoint.ts';
import type { tagShapes } from './shapes/tags.ts';

const call = callsOf<typeof tagShapes>();

export const completeTag = call('completeTag', {
  method: 'GET',
  path: '/tags',
  access: 'onboarded',
  summary: 'Tags that begin so, those used most first: to complete what is being typed.',
});
export const readTag = call('readTag', {
  method: 'GET',
  path: '/tags/{tag}',
  access: 'onboarded',
  summary: 'A tag, and how many posts and topics with it the viewer may list.',
  refuses: ['not_found'],
});
