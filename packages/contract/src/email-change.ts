import { callsOf } from './endpoint.ts';
import type { emailChangeShapes } from './shapes/email-change.ts';

const call = callsOf<typeof emailChangeShapes>();

export const confirmNewEmail = call('confirmNewEmail', {
  method: 'GET',
  path: '/email/change/{id}/{hash}',
  access: 'open',
  onlyWhenOpened: true,
  status: 302,
  summary:
    'Where the link leads that is mailed to a new address: makes it the member’s own and redirects to /confirm-email?status=… It starts no session.',
});
export const changeEmail = call('changeEmail', {
  method: 'PUT',
  path: '/me/email',
  access: 'session',
  takes: 'json',
  summary:
    'Ask for another address. It holds once the link mailed to it was followed; the old address is told. Answers alike for a taken address.',
  refuses: ['recent_sign_in_required', 'overloaded'],
});
