import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, idParams, message } from '../platform/fields.ts';
import { confirmed, session } from './auth.ts';
import { invitationToken } from './invitations.ts';

/** Names a provider of the server's settings. */
const provider = z.string().max(64);

export const startOauth = endpoint('startOauth', {
  method: 'GET',
  path: '/auth/oauth/redirect',
  access: 'open',
  status: 302,
  summary: 'Redirect to the sign-in of an external provider, bound to this browser. 404 if it is not configured.',
  refuses: ['not_found'],
  shape: {
    query: z.object({
      from: z.literal('forum', because('signInFromForum')).optional(),
      provider: provider.default('default'),
      invitation: invitationToken.optional(),
    }),
    answer: z.void(),
  },
});

/** Parameters from the provider, checked against the state that this browser started with. */
const providerAnswer = z.record(z.string().max(100), z.union([z.string().max(4096), z.array(z.string().max(4096)).max(10)]));

export const finishOauth = endpoint('finishOauth', {
  method: 'GET',
  path: '/auth/oauth/callback',
  access: 'open',
  status: 302,
  summary: 'Redirect URI of the provider without a name: redirects to /oauth/callback?token=… (valid once, for 60 s) or ?error=…',
  refuses: ['not_found'],
  shape: { query: providerAnswer, answer: z.void() },
});

export const finishNamedOauth = endpoint('finishNamedOauth', {
  method: 'GET',
  path: '/auth/oauth/callback/{provider}',
  access: 'open',
  status: 302,
  summary: 'Redirect URI of a provider with a name. Like the one without.',
  refuses: ['not_found'],
  shape: { params: z.object({ provider }), query: providerAnswer, answer: z.void() },
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

export const linkProvider = endpoint('linkProvider', {
  method: 'POST',
  path: '/me/providers/{provider}',
  access: 'verified',
  takes: 'json',
  summary:
    'Start to connect the account with an external provider. After the sign-in at `url`, within 10 minutes, the same browser and session complete it.',
  refuses: ['recent_sign_in_required', 'not_found', 'overloaded'],
  shape: { params: z.object({ provider }), body: z.object(confirmed), answer: z.object({ data: z.object({ url: z.string() }) }) },
});

export const finishLink = endpoint('finishLink', {
  method: 'POST',
  path: '/auth/oauth/link',
  access: 'verified',
  ownPagesOnly: true,
  summary: 'Connect the external account with which this browser returned from the provider, in the session that started it.',
  refuses: ['invalid_oauth_token', 'conflict'],
  shape: { answer: message },
});

export const unlinkProvider = endpoint('unlinkProvider', {
  method: 'DELETE',
  path: '/me/identities/{id}',
  access: 'verified',
  takes: 'json',
  summary: 'Disconnect an external account. `conflict` if the member could no longer sign in.',
  refuses: ['recent_sign_in_required', 'not_found', 'conflict', 'overloaded'],
  shape: { params: idParams, body: z.object(confirmed), answer: message },
});
