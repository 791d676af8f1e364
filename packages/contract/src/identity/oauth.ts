import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because } from '../platform/fields.ts';
import { session } from './auth.ts';
import { invitationToken } from './invitations.ts';

export const startOauth = endpoint('startOauth', {
  method: 'GET',
  path: '/auth/oauth/redirect',
  access: 'open',
  status: 302,
  summary: 'Redirect to the sign-in of the external provider, bound to this browser. 404 if no provider is configured.',
  refuses: ['not_found'],
  shape: {
    query: z.object({
      from: z.literal('forum', because('signInFromForum')).optional(),
      invitation: invitationToken.optional(),
    }),
    answer: z.void(),
  },
});

export const finishOauth = endpoint('finishOauth', {
  method: 'GET',
  path: '/auth/oauth/callback',
  access: 'open',
  status: 302,
  summary: 'Redirect URI of the provider: redirects to /oauth/callback?token=… (valid once, for 60 s) or ?error=…',
  refuses: ['not_found'],
  shape: {
    /** Parameters from the provider, checked against the state that this browser started with. */
    query: z.record(z.string().max(100), z.union([z.string().max(4096), z.array(z.string().max(4096)).max(10)])),
    answer: z.void(),
  },
});

export const exchangeOauth = endpoint('exchangeOauth', {
  method: 'POST',
  path: '/auth/oauth/exchange',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Exchange the token of /oauth/callback for a session, in the same browser.',
  refuses: ['invalid_oauth_token', 'account_suspended', 'not_found'],
  shape: { body: z.object({ token: z.string(because('mustBeText', { field: 'token' })).max(128) }), answer: session },
});
