import { callsOf } from './endpoint.ts';
import type { pendingPostShapes } from './shapes/pending-posts.ts';

const call = callsOf<typeof pendingPostShapes>();

export const listOwnPending = call('listOwnPending', {
  method: 'GET',
  path: '/me/pending',
  access: 'onboarded',
  summary: 'What of one’s own waits for an organiser, and what was declined within the last 30 days, newest first.',
});
export const takeBackPending = call('takeBackPending', {
  method: 'DELETE',
  path: '/me/pending/{id}',
  access: 'onboarded',
  summary: 'Take back what waits for an organiser. What was posted meanwhile stays.',
  refuses: ['not_found', 'conflict'],
});
export const listPending = call('listPending', {
  method: 'GET',
  path: '/moderation/pending',
  access: 'organiser',
  summary: 'What waits for an organiser before it is posted, oldest first: organisers. One’s own is not among it.',
});
export const decidePending = call('decidePending', {
  method: 'POST',
  path: '/moderation/pending/{id}/decide',
  access: 'organiser',
  takes: 'json',
  summary: 'Post what waits as its author would, or decline it: organisers. The author is notified. Whoever comes second is told so.',
  refuses: ['not_found', 'conflict', 'locked', 'overloaded'],
});
