import { callsOf } from './endpoint.ts';
import type { passwordsShapes } from './shapes/passwords.ts';

const call = callsOf<typeof passwordsShapes>();

export const forgotPassword = call('forgotPassword', {
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'open',
  takes: 'json',
  summary: 'Mail a link that sets a new password. Answers alike, in words and time, whether or not the address is known.',
});
export const resetPassword = call('resetPassword', {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'open',
  takes: 'json',
  summary: 'Set a new password by the token of the mailed link, which is good once, for 60 minutes. Ends all sessions; starts none.',
  refuses: ['invalid_reset_token', 'overloaded'],
});
export const changePassword = call('changePassword', {
  method: 'PUT',
  path: '/me/password',
  access: 'session',
  takes: 'json',
  summary: 'Change one’s password. All other sessions end, and the owner is mailed.',
  refuses: ['overloaded'],
});
