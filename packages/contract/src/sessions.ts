import { callsOf } from './endpoint.ts';
import type { sessionShapes } from './shapes/sessions.ts';

const call = callsOf<typeof sessionShapes>();

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
export const logout = call('logout', {
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  ownPagesOnly: true,
  summary: 'End the session.',
});
export const refresh = call('refresh', {
  method: 'POST',
  path: '/auth/refresh',
  access: 'open',
  ownPagesOnly: true,
  summary: 'Trade the refresh cookie for a new bearer token; the cookie is rotated.',
  refuses: ['unauthenticated'],
});
