import { callsOf } from './endpoint.ts';
import type { securityShapes } from './shapes/security.ts';

const call = callsOf<typeof securityShapes>();

export const readSecurity = call('readSecurity', {
  method: 'GET',
  path: '/me/security',
  access: 'session',
  summary: 'The ways into one’s own account: password, passkeys, second step, external provider.',
});
export const startTotp = call('startTotp', {
  method: 'POST',
  path: '/me/totp',
  access: 'verified',
  takes: 'json',
  summary: 'Begin to set up a second step: a secret for an authenticator app. It holds once a code of it was confirmed.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
});
export const confirmTotp = call('confirmTotp', {
  method: 'POST',
  path: '/me/totp/confirm',
  access: 'verified',
  takes: 'json',
  summary: 'Turn the second step on by a code of the app. Answers the recovery codes, once.',
  refuses: ['invalid_code', 'conflict'],
});
export const removeTotp = call('removeTotp', {
  method: 'DELETE',
  path: '/me/totp',
  access: 'verified',
  takes: 'json',
  summary: 'Turn the second step off.',
  refuses: ['recent_sign_in_required', 'overloaded'],
});
export const replaceRecoveryCodes = call('replaceRecoveryCodes', {
  method: 'POST',
  path: '/me/recovery-codes',
  access: 'verified',
  takes: 'json',
  summary: 'Make recovery codes anew; the old ones stop working.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
});
