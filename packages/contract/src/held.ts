import { callsOf } from './endpoint.ts';
import type { heldShapes } from './shapes/held.ts';

const call = callsOf<typeof heldShapes>();

export const listOwnHeld = call('listOwnHeld', {
  method: 'GET',
  path: '/me/held',
  access: 'onboarded',
  summary: 'What of one’s own waits for an organiser, and what was declined within the last 30 days, newest first.',
});
export const takeBackHeld = call('takeBackHeld', {
  method: 'DELETE',
  path: '/me/held/{id}',
  access: 'onboarded',
  summary: 'Take back what waits for an organiser. What was posted meanwhile stays.',
  refuses: ['not_found', 'conflict'],
});
export const listHeld = call('listHeld', {
  method: 'GET',
  path: '/moderation/held',
  access: 'onboarded',
  summary: 'What waits for an organiser before it is posted, oldest first: organisers. One’s own is not among it.',
  refuses: ['forbidden'],
});
export const decideHeld = call('decideHeld', {
  method: 'POST',
  path: '/moderation/held/{id}/decide',
  access: 'onboarded',
  takes: 'json',
  summary: 'Post what waits as its author would, or decline it: organisers. The author is notified. Whoever comes second is told so.',
  refuses: ['not_found', 'forbidden', 'conflict', 'locked', 'overloaded'],
});
