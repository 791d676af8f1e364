import { text } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { parse } from '../platform/http/parse.ts';
import { addressKey } from '../platform/http/rate-limits.ts';
import { consentPage } from '../platform/http/web-app.ts';
import type { Fields } from './fields.ts';
import {
  type Client,
  exchangeCode,
  issueAppToken,
  type IssuedToken,
  OauthError,
  packRequest,
  registerApp,
  revokeToken,
  scopeNames,
} from './oauth.ts';
import { originOf } from './view-account.ts';

interface OauthCall {
  context: Context;
  fields: Fields;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface OauthEntry {
  method: 'GET' | 'POST';
  path: string;
  handle: (call: OauthCall) => Promise<object> | object;
}

/** Calls that apps make before they have a token. */
export const oauthCalls: readonly OauthEntry[] = [
  { method: 'POST', path: '/api/v1/apps', handle: register },
  { method: 'GET', path: '/oauth/authorize', handle: openConsent },
  // The spelling of toot.
  { method: 'GET', path: '/oauth/authorize/', handle: openConsent },
  { method: 'POST', path: '/oauth/token', handle: issue },
  { method: 'POST', path: '/oauth/revoke', handle: revoke },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', handle: describe },
];

const newApp = z.object({
  client_name: text({ label: 'name', max: limits.apiTokenName, min: 1 }),
  website: text({ label: 'link', max: limits.siteLink }).optional(),
});

async function register({ context, fields, request }: OauthCall): Promise<object> {
  await context.limits.spend('client app by ip', addressKey(request.ip));
  const { client_name: name, website = '' } = parse(newApp, { client_name: fields.one('client_name'), website: fields.one('website') });
  const redirectUris = fields
    .all('redirect_uris')
    .flatMap((uris) => uris.split(/\s+/))
    .filter((uri) => uri !== '');
  const { app, secret } = await registerApp(context, {
    name,
    website: /^https?:\/\//.test(website) ? website : null,
    redirectUris,
    scopes: fields.one('scopes') ?? 'read',
  });
  return {
    id: app.id,
    name: app.name,
    website: app.website,
    scopes: app.scopes,
    redirect_uri: app.redirect_uris.join('\n'),
    redirect_uris: app.redirect_uris,
    client_id: app.id,
    client_secret: secret,
    client_secret_expires_at: 0,
    vapid_key: '',
  };
}

/** Opens our consent page. Nothing is checked before the member is signed in. */
function openConsent({ request, reply }: OauthCall): FastifyReply {
  const [, query = ''] = request.url.split('?', 2);
  if (query.length > 5_000) throw new OauthError('invalid_request', 'The address is too long.');
  // Web apps open the page in a popup and watch it until it returns to them.
  return reply.header('cross-origin-opener-policy', 'unsafe-none').redirect(`${consentPage}?request=${packRequest(query)}`);
}

async function issue({ context, fields, request }: OauthCall): Promise<object> {
  await context.limits.spend('oauth by ip', addressKey(request.ip));
  const client = clientOf(fields, request);
  switch (fields.one('grant_type')) {
    case 'authorization_code': {
      const grant = {
        code: required(fields, 'code'),
        redirectUri: required(fields, 'redirect_uri'),
        verifier: fields.one('code_verifier'),
      };
      return viewToken(context, await exchangeCode(context, client, grant));
    }
    case 'client_credentials':
      return viewToken(context, await issueAppToken(context, client));
    default:
      throw new OauthError('unsupported_grant_type', 'Only authorization_code and client_credentials are offered.');
  }
}

async function revoke({ context, fields, request }: OauthCall): Promise<object> {
  await context.limits.spend('oauth by ip', addressKey(request.ip));
  await revokeToken(context, clientOf(fields, request), required(fields, 'token'));
  return {};
}

function describe({ context }: OauthCall): object {
  const origin = originOf(context);
  return {
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    app_registration_endpoint: `${origin}/api/v1/apps`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: scopeNames,
  };
}

/** Reads who asks, from the body or from Basic authentication. */
function clientOf(fields: Fields, { headers }: FastifyRequest): Client {
  const [, basic] = /^Basic ([\w+/=]{1,400})$/i.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined) return { id: required(fields, 'client_id'), secret: fields.one('client_secret') };
  const [id = '', secret] = Buffer.from(basic, 'base64').toString().split(':', 2);
  return { id, secret };
}

function required(fields: Fields, name: string): string {
  const value = fields.one(name);
  if (value === undefined || value === '') throw new OauthError('invalid_request', `${name} is missing.`);
  return value;
}

const viewToken = ({ now }: Context, { token, scopes }: IssuedToken): object => ({
  access_token: token,
  token_type: 'Bearer',
  scope: scopes.join(' '),
  created_at: Math.floor(now().getTime() / 1000),
});
