import { email as emailAddress } from '@mbari/contract/identity/auth';
import * as oidc from 'openid-client';
import { defaultProvider, type GroupRole, type ProviderConfig, usesGroups } from '../config-providers.ts';
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
  /** The highest role and the first plan that the settings give to the person's groups. */
  role: GroupRole | null;
  plan: string | null;
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
  /** Name on the button. */
  name: string;
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

/** Returns the providers by key. */
export const openIdentityProviders = ({ providers, publicUrl }: Pick<Config, 'providers' | 'publicUrl'>): IdentityProviders =>
  new Map(providers.map((provider) => [provider.key, openIdentityProvider(provider, publicUrl)]));

export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;

/** Each provider has its own redirect URI, so that none can make the server send it a code of another (mix-up attack, RFC 9700). */
const callbackPath = ({ key }: ProviderConfig): string => `/api/v1/auth/oauth/callback${key === defaultProvider ? '' : `/${key}`}`;

function openIdentityProvider(provider: ProviderConfig, publicUrl: URL): IdentityProvider {
  const redirectUri = new URL(callbackPath(provider), publicUrl);
  let discovered: { metadata: Promise<oidc.ServerMetadata>; until: number } | null = null;

  function metadata(): Promise<oidc.ServerMetadata> {
    if (discovered === null || discovered.until < Date.now()) {
      const request = { metadata: discover(provider), until: Date.now() + discoveredFor };
      discovered = request;
      request.metadata.catch(() => {
        if (discovered === request) discovered = null;
      });
    }
    return discovered.metadata;
  }

  return {
    name: provider.name,
    begin: () =>
      within(async () => {
        const client = clientOf(provider, await metadata());
        const authorization = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
        const url = oidc.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri.href,
          scope: ['openid email profile', ...provider.scopes].join(' '),
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
        const lacksClaims =
          claims['email'] === undefined || (usesGroups(provider) && findClaim(claims, provider.groupsClaim) === undefined);
        if (lacksClaims && client.serverMetadata().userinfo_endpoint !== undefined) {
          const { email, email_verified, ...userinfo } = await oidc.fetchUserInfo(client, tokens.access_token, String(claims['sub']));
          // `email_verified` must come from the same source as the address.
          Object.assign(claims, userinfo, email !== undefined && { email, email_verified }, { iss: claims['iss'] });
        }
        return { ...identityIn(claims), ...grantsOf(provider, claims) };
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<oidc.ServerMetadata> {
  const configuration = await oidc.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: requestSeconds,
    [oidc.customFetch]: fetchBounded,
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  });
  return configuration.serverMetadata();
}

/** Creates a client per call, because the library caches the provider's keys in the client, and keys may change. */
function clientOf({ issuer, clientId, clientSecret }: ProviderConfig, metadata: oidc.ServerMetadata): oidc.Configuration {
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

/** Finds a claim by its name, which may contain dots, else by its path. */
const findClaim = (claims: Record<string, unknown>, name: string): unknown =>
  claims[name] ?? name.split('.').reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), claims);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A missing claim counts as no groups, because providers leave out empty claims. */
function grantsOf(provider: ProviderConfig, claims: Record<string, unknown>): Pick<Identity, 'role' | 'plan'> {
  const groups = new Set([findClaim(claims, provider.groupsClaim)].flat());
  const granted = <Value>(pairs: ReadonlyMap<string, Value>): Value[] =>
    [...pairs].flatMap(([group, value]) => (groups.has(group) ? value : []));
  const roles = granted(provider.roles);
  return { role: roles.includes('admin') ? 'admin' : (roles[0] ?? null), plan: granted(provider.plans)[0] ?? null };
}

function identityIn(claims: Record<string, unknown>): Omit<Identity, 'role' | 'plan'> {
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
