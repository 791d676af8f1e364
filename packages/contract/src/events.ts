import { callsOf } from './endpoint.ts';
import type { eventShapes } from './shapes/events.ts';

const call = callsOf<typeof eventShapes>();

export const readEvents = call('readEvents', {
  method: 'GET',
  path: '/events',
  access: 'onboarded',
  sends: 'text/event-stream',
  summary:
    'Server-sent events that say what changed, with new counts, and otherwise what to read anew. Resumed by Last-Event-ID, which is opaque.',
  refuses: ['overloaded'],
});
export const sayReplying = call('sayReplying', {
  method: 'POST',
  path: '/forum/topics/{id}/replying',
  access: 'onboarded',
  summary: 'Say that one is writing in a topic: it counts for twelve seconds.',
  refuses: ['not_found', 'locked'],
});
export const listReplying = call('listReplying', {
  method: 'GET',
  path: '/forum/topics/{id}/replying',
  access: 'onboarded',
  summary: 'Who else is writing in a topic just now.',
  refuses: ['not_found'],
});
export const listPresence = call('listPresence', {
  method: 'GET',
  path: '/presence',
  access: 'onboarded',
  summary: 'Which of these members are online, as far as they let it be seen.',
});
