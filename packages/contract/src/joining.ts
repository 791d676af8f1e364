import { callsOf } from './endpoint.ts';
import type { joiningShapes } from './shapes/joining.ts';

const call = callsOf<typeof joiningShapes>();

export const readJoining = call('readJoining', {
  method: 'GET',
  path: '/admin/joining',
  access: 'admin',
  summary: 'Who may join, and who may invite: admins.',
});
export const changeJoining = call('changeJoining', {
  method: 'PUT',
  path: '/admin/joining',
  access: 'admin',
  takes: 'json',
  summary:
    'Change who may join, and who may invite: admins. What is left out stays as it is. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['conflict'],
});
