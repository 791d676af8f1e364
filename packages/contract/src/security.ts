import { callsOf } from './endpoint.ts';
import type { securityShapes } from './shapes/security.ts';

const call = callsOf<typeof securityShapes>();

export const readSecurity = call('readSecurity', {
  method: 'GET',
  path: '/me/security',
  access: 'session',
  summary: 'The ways into one’s own account: password, passkeys, second step, external provider.',
});
