import { callsOf } from './endpoint.ts';
import type { appealShapes } from './shapes/appeals.ts';

const call = callsOf<typeof appealShapes>();

export const readDecision = call('readDecision', {
  method: 'GET',
  path: '/decisions/{id}',
  access: 'session',
  summary: 'What organisers did to the viewer or to something of theirs, why, and what became of an appeal against it.',
  refuses: ['not_found'],
});
export const appealDecision = call('appealDecision', {
  method: 'POST',
  path: '/decisions/{id}/appeal',
  access: 'session',
  takes: 'json',
  status: 201,
  summary: 'Ask another organiser to look at it again: once, within 14 days, by whom it was done to.',
  refuses: ['not_found', 'conflict'],
});
export const listAppeals = call('listAppeals', {
  method: 'GET',
  path: '/moderation/appeals',
  access: 'organiser',
  summary:
    'Appeals, open ones oldest first: organisers. Nobody sees their own, nor those against what they did unless there is no other organiser.',
});
export const resolveAppeal = call('resolveAppeal', {
  method: 'POST',
  path: '/moderation/appeals/{id}/resolve',
  access: 'organiser',
  takes: 'json',
  summary: 'Grant an appeal, which takes back what was done, or refuse it: organisers. Whoever comes second is told so.',
  refuses: ['not_found', 'forbidden', 'conflict'],
});
