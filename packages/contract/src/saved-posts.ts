import { callsOf } from './endpoint.ts';
import type { savedPostShapes } from './shapes/saved-posts.ts';

const call = callsOf<typeof savedPostShapes>();

export const savePhoto = call('savePhoto', {
  method: 'POST',
  path: '/photos/{id}/save',
  access: 'onboarded',
  summary: 'Save a post for oneself. Saved again, it keeps its place.',
  refuses: ['not_found'],
});
export const unsavePhoto = call('unsavePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/save',
  access: 'onboarded',
  summary: 'Take a post out of what one saved.',
  refuses: ['not_found'],
});
