import { callsOf } from './endpoint.ts';
import type { directoryShapes } from './shapes/directory.ts';

const call = callsOf<typeof directoryShapes>();

export const listMembers = call('listMembers', {
  method: 'GET',
  path: '/users',
  access: 'onboarded',
  summary: 'Members by name or username, blind to case and diacritics; without the private and the blocked.',
});
