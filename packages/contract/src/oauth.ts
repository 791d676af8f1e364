import { callsOf } from './endpoint.ts';
import type { oauthShapes } from './shapes/oauth.ts';

const call = callsOf<typeof oauthShapes>();

export const startOauth = call('startOauth', {
  method: 'GET',
  path: '/auth/oauth/redirect',
  access: 'open',
  status: 302,
  summary: 'Redirect to the external provider’s sign-in, bound to this browser. 404 where no provider is configured.',
  refuses: ['not_found'],
});
export const finishOauth = call('finishOauth', {
  method: 'GET',
  path: '/auth/oauth/callback',
  access: 'open',
  status: 302,
  summary: 'Where the provider sends the browser back: redirects to /oauth/callback?token=… (good once, for 60 s) or ?error=…',
  refuses: ['not_found'],
});
export const exchangeOauth = call('exchangeOauth', {
  method: 'POST',
  path: '/auth/oauth/exchange',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Trade the token of /oauth/callback for a session, in the browser that began the sign-in.',
  refuses: ['invalid_oauth_token', 'account_suspended', 'not_found'],
});
