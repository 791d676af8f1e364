import { callsOf } from './endpoint.ts';
import type { sessionsShapes } from './shapes/sessions.ts';

const call = callsOf<typeof sessionsShapes>();

export const listSessions = call('listSessions', {
  method: 'GET',
  path: '/me/sessions',
  access: 'session',
  summary: 'The devices that are signed in to one’s own account, the latest used first.',
});
export const endSession = call('endSession', {
  method: 'DELETE',
  path: '/me/sessions/{id}',
  access: 'session',
  summary: 'Sign one device out.',
  refuses: ['not_found'],
});
export const endOtherSessions = call('endOtherSessions', {
  method: 'DELETE',
  path: '/me/sessions',
  access: 'session',
  summary: 'Sign all other devices out.',
});
