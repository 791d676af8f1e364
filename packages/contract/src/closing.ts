import { callsOf } from './endpoint.ts';
import type { closingShapes } from './shapes/closing.ts';

const call = callsOf<typeof closingShapes>();

export const closeAccount = call('closeAccount', {
  method: 'DELETE',
  path: '/me',
  access: 'session',
  takes: 'json',
  summary: 'Close one’s account: signed out and invisible at once, erased after 14 days unless its owner signs in again.',
  refuses: ['recent_sign_in_required', 'overloaded'],
});
