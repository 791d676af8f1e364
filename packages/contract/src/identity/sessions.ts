import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { dated, id, idParams, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const namedDevice = {
  /** In English, such as 'Chrome on Android', or the name that the client sent. */
  device: z.string(),
  /** Browser and system, for translation. Null if the client sent a name. */
  device_parts: z.object({ browser: z.string().nullable(), system: z.string().nullable() }).nullable(),
};

export const signedInDevice = z.object({
  id,
  ...namedDevice,
  created_at: dated,
  used_at: dated,
  is_current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const listSessions = endpoint('listSessions', {
  method: 'GET',
  path: '/me/sessions',
  access: 'session',
  summary: 'List the member’s signed-in devices, last used first.',
  shape: { answer: z.object({ data: z.array(signedInDevice).max(limits.sessions) }) },
});

export const endSession = endpoint('endSession', {
  method: 'DELETE',
  path: '/me/sessions/{id}',
  access: 'session',
  summary: 'Sign out one device.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const endOtherSessions = endpoint('endOtherSessions', {
  method: 'DELETE',
  path: '/me/sessions',
  access: 'session',
  summary: 'Sign out all other devices.',
  shape: { answer: message },
});

export const logout = endpoint('logout', {
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  ownPagesOnly: true,
  summary: 'End the session.',
  shape: { answer: message },
});

export const refresh = endpoint('refresh', {
  method: 'POST',
  path: '/auth/refresh',
  access: 'open',
  ownPagesOnly: true,
  summary: 'Exchange the refresh cookie for a new bearer token and rotate the cookie.',
  refuses: ['unauthenticated'],
  shape: { answer: z.object({ token: z.string() }) },
});
