import { callsOf } from './endpoint.ts';
import type { memberShapes } from './shapes/members.ts';

const call = callsOf<typeof memberShapes>();

export const readMe = call('readMe', { method: 'GET', path: '/me', access: 'session', summary: 'The signed-in member.' });
export const readAuthMe = call('readAuthMe', {
  method: 'GET',
  path: '/auth/me',
  access: 'session',
  summary: 'The signed-in member, by its other name.',
});
export const updateProfile = call('updateProfile', {
  method: 'POST',
  path: '/me/profile',
  access: 'verified',
  takes: 'json or form',
  summary: 'Change one’s own profile; only the fields sent are changed. A form may carry `profile_image` as a file.',
  refuses: ['too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
});
export const readInterests = call('readInterests', {
  method: 'GET',
  path: '/me/interests',
  access: 'verified',
  summary: 'The interests one can choose, and those chosen.',
});
export const replaceInterests = call('replaceInterests', {
  method: 'PUT',
  path: '/me/interests',
  access: 'verified',
  takes: 'json',
  summary: 'Choose one’s interests anew.',
});
