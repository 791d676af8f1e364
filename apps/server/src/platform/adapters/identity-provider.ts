import { email as emailAddress } from '@mbari/contract/identity/auth';
import * as oidc from 'openid-client';
import type { Config } from '../config.ts';

export interface AuthorizationRequest {
  state: string;
  nonce: string;
  /** PKCE verifier. A stolen authorization code is useless without it. */
  verifier: string;
}

/** A person confirmed by the provider. Issuer and subject together are unique forever. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Normalized address; null unless the provider verified it. */
  email: string | null;
  names: string[];
  usernames: string[];
}

export type ProviderFailure = 'cancelled' | 'unreachable' | 'refused';

/** Error of a failed sign-in. The cause is for the log. */
export class NoIdentity extends Error {
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure, cause: unknown) {
    super(`the identity provider: ${failure}${wordOf(cause)}`, { cause });
    this.failure = failure;
  }
}

/** Returns the OAuth error code for the log, such as invalid_client for a wrong secret. */
function wordOf(cause: unknown): string {
  const isNamed = cause instanceof oidc.ResponseBodyError || cause instanceof oidc.AuthorizationResponseError;
  return isNamed && /^[a-z_]{1,40}$/.test(cause.error) ? ` (${cause.error})` : '';
}

export interface IdentityProvider {
  /** Returns the provider's URL and the values that `finish` needs. Throws NoIdentity. */
  begin(): Promise<{ url: URL; authorization: AuthorizationRequest }>;
  /** Verifies the provider's redirect. Throws NoIdentity. */
  finish(query: URLSearchParams, authorization: AuthorizationRequest): Promise<Identity>;
}

/** Timeouts in seconds of one request to the provider, and of all requests of one `begin` or `finish`. */
const requestSeconds = 3;
const visitSeconds = 4;
const answerBytes = 256 * 1024;
const discoveredFor = 60 * 60 * 1000;
/** Tolerated clock difference. The nonce, not the clock, prevents replays. */
const clockSeconds = 5 * 60;

export function openIdentityProvider({ provider, publicUrl }: Pick<Config, 'provider' | 'publicUrl'>): IdentityProvider | null {
  if (provider === null) return null;
  const redirectUri = new URL('/api/v1/auth/oauth/callback', publicUrl);
  let discovered: { metadata: Promise<oidc.ServerMetadata>; until: number } | null = null;

  function metadata(): Promise<oidc.ServerMetadata> {
    if (discovered === null || discovered.until < Date.now()) {
      const request = { metadata: discover(provider!), until: Date.now() + discoveredFor };
      discovered = request;
      request.metadata.catch(() => {
        if (discovered === request) discovered = null;
      });
    }
    return discovered.metadata;
  }

  return {
    begin: () =>
      within(async () => {
        const client = clientOf(provider, await metadata());
        const authorization = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
        const url = oidc.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri.href,
          scope: 'openid email profile',
          state: authorization.state,
          nonce: authorization.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(authorization.verifier),
          code_challenge_method: 'S256',
        });
        return { url, authorization };
      }),
    finish: (query, authorization) =>
      within(async () => {
        const client = clientOf(provider, await metadata());
        const back = new URL(redirectUri);
        back.search = query.toString();
        const tokens = await oidc.authorizationCodeGrant(client, back, {
          expectedState: authorization.state,
          expectedNonce: authorization.nonce,
          pkceCodeVerifier: authorization.verifier,
          idTokenExpected: true,
        });
        const claims: Record<string, unknown> = { ...tokens.claims() };
        if (claims['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined) {
          const userinfo = await oidc.fetchUserInfo(client, tokens.access_token, String(claims['sub']));
          // The ID token's `email_verified` must not apply to the address in userinfo.
          Object.assign(claims, { email_verified: undefined, ...userinfo, iss: claims['iss'] });
        }
        return identityIn(claims);
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: NonNullable<Config['provider']>): Promise<oidc.ServerMetadata> {
  const configuration = await oidc.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: requestSeconds,
    [oidc.customFetch]: fetchBounded,
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  });
  return configuration.serverMetadata();
}

/** Creates a client per call, because the library caches the provider's keys in the client, and keys may change. */
function clientOf({ issuer, clientId, clientSecret }: NonNullable<Config['provider']>, metadata: oidc.ServerMetadata): oidc.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const client = new oidc.Configuration(metadata, clientId, { [oidc.clockTolerance]: clockSeconds }, authentication);
  client.timeout = requestSeconds;
  client[oidc.customFetch] = fetchBounded;
  // Checks ID token signatures even over TLS, in case the connection is intercepted.
  oidc.enableNonRepudiationChecks(client);
  if (issuer.protocol === 'http:') oidc.allowInsecureRequests(client);
  return client;
}

async function fetchBounded(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerBytes) throw new Error('the response of the identity provider is too large');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
}

async function within<Result>(visit: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoIdentity('unreachable', new Error(`no answer within ${visitSeconds} s`))), visitSeconds * 1000);
  });
  try {
    return await Promise.race([visit(), timeout]);
  } catch (error) {
    throw error instanceof NoIdentity ? error : new NoIdentity(failureOf(error), error);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof oidc.AuthorizationResponseError) return error.error === 'access_denied' ? 'cancelled' : 'refused';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError' || cause.message === 'fetch failed') return 'unreachable';
  return 'refused';
}

function identityIn(claims: Record<string, unknown>): Identity {
  const text = (name: string): string[] => (typeof claims[name] === 'string' ? [claims[name]] : []);
  const [issuer = '', subject = ''] = [...text('iss'), ...text('sub')];
  // Limits of OpenID Connect. The subject is never shortened, because it identifies the account.
  if (!/^[\x20-\x7e]{1,255}$/.test(subject) || issuer === '') throw new NoIdentity('refused', new Error('the subject cannot be kept'));
  const address = emailAddress.safeParse(claims['email']);
  // Some providers send the boolean as text.
  const isVouchedFor = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const full = [...text('given_name'), ...text('family_name')].join(' ');
  return {
    issuer,
    subject,
    email: address.success && isVouchedFor ? address.data : null,
    names: [...text('name'), full, ...text('nickname'), ...text('preferred_username')],
    usernames: [...text('preferred_username'), ...text('nickname'), ...text('name'), ...(address.success ? [address.data] : [])],
  };
}
