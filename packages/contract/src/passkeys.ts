import { callsOf } from './endpoint.ts';
import type { passkeysShapes } from './shapes/passkeys.ts';

const call = callsOf<typeof passkeysShapes>();

export const startPasskeyLogin = call('startPasskeyLogin', {
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'open',
  summary: 'What a browser needs to sign in with a passkey. Names no account.',
});
export const passkeyLogin = call('passkeyLogin', {
  method: 'POST',
  path: '/auth/passkey',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Start a session with a passkey. No second step is asked for: the device has asked for one.',
  refuses: ['invalid_credentials', 'account_suspended'],
});
export const startPasskey = call('startPasskey', {
  method: 'POST',
  path: '/me/passkeys/options',
  access: 'verified',
  takes: 'json',
  summary: 'What a browser needs to make a passkey for this account.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
});
export const addPasskey = call('addPasskey', {
  method: 'POST',
  path: '/me/passkeys',
  access: 'verified',
  takes: 'json',
  status: 201,
  summary: 'Keep a passkey that the browser made.',
  refuses: ['conflict'],
});
export const renamePasskey = call('renamePasskey', {
  method: 'PUT',
  path: '/me/passkeys/{id}',
  access: 'verified',
  takes: 'json',
  summary: 'Call a passkey something else.',
  refuses: ['not_found'],
});
export const removePasskey = call('removePasskey', {
  method: 'DELETE',
  path: '/me/passkeys/{id}',
  access: 'verified',
  takes: 'json',
  summary: 'Take a passkey away.',
  refuses: ['not_found', 'recent_sign_in_required', 'overloaded'],
});
