import { callsOf } from './endpoint.ts';
import type { authShapes } from './shapes/auth.ts';

const call = callsOf<typeof authShapes>();

export const register = call('register', {
  method: 'POST',
  path: '/auth/register',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  status: 201,
  summary: 'Open an account. Answers alike for a fresh and a taken address; the owner of a taken one is mailed.',
  refuses: ['registration_closed', 'invitation_required'],
});
export const login = call('login', {
  method: 'POST',
  path: '/auth/login',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Start a session: a bearer token of one hour and a refresh cookie.',
  refuses: ['invalid_credentials', 'second_factor_required', 'invalid_code', 'account_suspended', 'email_unverified', 'overloaded'],
});
export const readEmailStatus = call('readEmailStatus', {
  method: 'GET',
  path: '/email/status',
  access: 'session',
  summary: 'Whether the member has verified their address.',
});
export const resendVerification = call('resendVerification', {
  method: 'POST',
  path: '/email/resend',
  access: 'session',
  summary: 'Mail the verification link again.',
});
export const resendVerificationByEmail = call('resendVerificationByEmail', {
  method: 'POST',
  path: '/email/resend-by-email',
  access: 'open',
  takes: 'json',
  summary: 'Mail the verification link again, by address. Answers alike whether or not the address is known.',
});
export const verifyEmail = call('verifyEmail', {
  method: 'GET',
  path: '/email/verify/{id}/{hash}',
  access: 'open',
  onlyWhenOpened: true,
  status: 302,
  summary: 'Where the mailed link leads: verifies the address and redirects to /verify-email?status=… It starts no session.',
});
