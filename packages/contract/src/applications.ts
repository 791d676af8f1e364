import { callsOf } from './endpoint.ts';
import type { applicationShapes } from './shapes/applications.ts';

const call = callsOf<typeof applicationShapes>();

export const readOwnApplication = call('readOwnApplication', {
  method: 'GET',
  path: '/me/application',
  access: 'session',
  summary: 'What somebody is asked who waits to be let in, what they answered, and whether they were declined.',
  refuses: ['not_found'],
});
export const answerApplication = call('answerApplication', {
  method: 'PUT',
  path: '/me/application',
  access: 'session',
  takes: 'json',
  summary: 'Answer what those are asked who ask to join. It can be changed until it is decided.',
  refuses: ['not_found', 'conflict'],
});
export const listApplications = call('listApplications', {
  method: 'GET',
  path: '/moderation/applications',
  access: 'organiser',
  summary: 'Who asks to join, oldest first: organisers.',
});
export const decideApplication = call('decideApplication', {
  method: 'POST',
  path: '/moderation/applications/{id}/decide',
  access: 'organiser',
  takes: 'json',
  summary: 'Let somebody in who asks to join, or decline it: organisers. They are mailed. Whoever comes second is told so.',
  refuses: ['not_found', 'conflict'],
});
