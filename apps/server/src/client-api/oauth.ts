import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@mbari/contract/platform/endpoint';
import { z } from 'zod';
import { createApiToken, endTokenOfApp, revokeApiToken } from '../identity/api-tokens/api-tokens.ts';
import { newSecret, secretHash, withinSession } from '../identity/sign-in/sessions.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { type AppRow, findApp, insertApp, insertCode, lockCode, setTokenOfCode } from './queries.ts';

/** Redirect URI of apps that cannot be redirected to: the member copies the code. */
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/** Refusal of a token request, in the form of RFC 6749. */
export class OauthError extends Error {
  readonly code: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';

  constructor(code: OauthError['code'], description: string) {
    super(description);
    this.code = code;
  }
}

export interface RegisteredApp {
  app: AppRow;
  secret: string;
}

/** Registers an installation of an app. Apps do so by themselves, so registering proves nothing. */
export async function registerApp(
  { db }: Context,
  { name, website, redirectUris, scopes }: { name: string; website: string | null; redirectUris: readonly string[]; scopes: string },
): Promise<RegisteredApp> {
  const names = parseScopes(scopes);
  if (names === null) throw invalid({ scopes: ['clientScopeUnknown'] }, 'clientScopeUnknown');
  if (redirectUris.length === 0 || redirectUris.length > 10 || !redirectUris.every(isRedirectUri))
    throw invalid({ redirect_uris: ['redirectUriWrong'] }, 'redirectUriWrong');
  const secret = newSecret();
  const app = { id: newId(), secret_hash: secretHash(secret), name, website, redirect_uris: [...redirectUris], scopes: names };
  await insertApp(db, app);
  return { app, secret };
}

/** Schemes in which a browser would run or show what follows. */
const unsafeSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:']);

function isRedirectUri(uri: string): boolean {
  if (uri === outOfBand) return true;
  if (!/^[!-~]{1,2000}$/.test(uri) || !URL.canParse(uri) || uri.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '' || unsafeSchemes.has(protocol)) return false;
  return protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().default('read'),
  state: z.string().optional(),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  // Refuses `plain`, because anybody who reads the address could use such a challenge.
  code_challenge_method: z.literal('S256').optional(),
});
type Asked = z.output<typeof asked>;

export interface Consent extends Asked {
  app: AppRow;
  scopes: string[];
}

/** Packs the parameters of `/oauth/authorize` into one that the page's router leaves as it is. The router would rewrite long numbers. */
export const packRequest = (query: string): string => `q${Buffer.from(query).toString('base64url')}`;

function unpackRequest(packed: string): Asked {
  const parameters = new URLSearchParams(Buffer.from(packed.slice(1), 'base64url').toString());
  const { data } = asked.safeParse(Object.fromEntries(parameters));
  if (!data) throw invalid({ request: ['authorizationWrong'] }, 'authorizationWrong');
  return data;
}

/**
 * Checks what an app asks for. Every failure is shown here and redirects nowhere, because the address may be an attacker's.
 * Throws `not_found` for an unknown app, `validation`.
 */
export async function requireConsent({ db }: Context, packed: string): Promise<Consent> {
  const request = unpackRequest(packed);
  const app = isId(request.client_id) ? await findApp(db, request.client_id) : undefined;
  if (!app) throw notFound('clientAppNotFound');
  if (!app.redirect_uris.includes(request.redirect_uri)) throw invalid({ request: ['redirectUriWrong'] }, 'redirectUriWrong');
  const scopes = parseScopes(request.scope);
  if (scopes === null || !isWithin(scopes, app.scopes)) throw invalid({ request: ['clientScopeUnknown'] }, 'clientScopeUnknown');
  return { ...request, app, scopes };
}

/** Returns what the member reads about a redirect URI: a web address's host, or an app's scheme. Null if the member copies the code. */
export function placeOf(uri: string): string | null {
  if (uri === outOfBand) return null;
  const { protocol, host } = new URL(uri);
  // `app://phanpy.social` opens the app that claims the scheme, not this host.
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}

/** Returns where the browser continues, or the code that the member copies into the app. */
export async function answerConsent(
  context: Context,
  member: Viewer,
  packed: string,
  isAllowed: boolean,
): Promise<{ redirect_to: string | null; code: string | null }> {
  const consent = await requireConsent(context, packed);
  if (!isAllowed) return { redirect_to: addressOf(consent, { error: 'access_denied' }), code: null };
  const code = newSecret();
  await withinSession(context, member, (tx) =>
    insertCode(tx, {
      code_hash: secretHash(code),
      app_id: consent.app.id,
      session_id: member.session_id,
      redirect_uri: consent.redirect_uri,
      scopes: consent.scopes,
      code_challenge: consent.code_challenge,
    }),
  );
  const redirect = addressOf(consent, { code });
  return { redirect_to: redirect, code: redirect === null ? code : null };
}

function addressOf({ redirect_uri: uri, state }: Asked, answer: Record<string, string>): string | null {
  if (uri === outOfBand) return null;
  const url = new URL(uri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }) })) url.searchParams.append(name, value);
  return url.href;
}

export interface Client {
  id: string;
  /** Undefined: a public client, which proves itself by PKCE. */
  secret: string | undefined;
}

async function requireClient({ db }: Context, { id, secret }: Client): Promise<AppRow> {
  const app = isId(id) ? await findApp(db, id) : undefined;
  const isGenuine = app && (secret === undefined || timingSafeEqual(app.secret_hash, secretHash(secret)));
  if (!isGenuine) throw new OauthError('invalid_client', 'The app is unknown, or its secret is wrong.');
  return app;
}

export interface IssuedToken {
  token: string;
  scopes: readonly string[];
}

/** Exchanges a code for a token, once. A second use ends the token of the first, because one of the two users stole the code. */
export async function exchangeCode(
  context: Context,
  client: Client,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string | undefined },
): Promise<IssuedToken> {
  const app = await requireClient(context, client);
  const hash = secretHash(code);
  const issued = await context.db.transaction(async (tx): Promise<IssuedToken | null> => {
    const row = await lockCode(tx, hash);
    if (!row || row.app_id !== app.id) return null;
    if (row.token_id !== null) {
      await revokeApiToken(tx, row.member_id, row.token_id).catch(ignoreMissing);
      return null;
    }
    if (row.redirect_uri !== redirectUri || !isProved(row.code_challenge, verifier, client)) return null;
    const scopes = scopesFor(row.scopes);
    const created = await createApiToken(tx, { memberId: row.member_id, name: app.name, scopes, expiresAt: null, clientAppId: app.id });
    await setTokenOfCode(tx, hash, created.row.id);
    return { token: created.token, scopes: row.scopes };
  });
  if (issued === null) throw new OauthError('invalid_grant', 'The code is wrong, was used before, or is older than 10 minutes.');
  return issued;
}

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

/**
 * A code with a challenge needs its verifier. A public client has nothing else to prove itself with. A verifier without a challenge shows that
 * somebody removed the challenge from the app's request.
 */
function isProved(challenge: string | null, verifier: string | undefined, { secret }: Client): boolean {
  if (challenge === null) return secret !== undefined && verifier === undefined;
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge;
}

/** Issues a token for the app alone. It opens only the calls that need no token, so it is not stored. */
export async function issueAppToken(context: Context, client: Client): Promise<IssuedToken> {
  const app = await requireClient(context, client);
  if (client.secret === undefined) throw new OauthError('invalid_client', 'The app has sent no secret.');
  return { token: newSecret(), scopes: app.scopes };
}

/** Ends a token of the app. Succeeds for any other token, as RFC 7009 says. */
export async function revokeToken(context: Context, client: Client, token: string): Promise<void> {
  const app = await requireClient(context, client);
  await endTokenOfApp(context.db, app.id, token);
}

const both: Scope[] = ['write:photos', 'write:social'];

/** Mastodon's scopes and the ones they give here. Any other is refused. Members post with `write:statuses`, so it never gives less than that. */
const granted: Readonly<Record<string, readonly Scope[]>> = {
  'read': ['read'],
  'profile': ['read'],
  // Push is not offered, but many apps ask for it in their only sign-in.
  'push': ['read'],
  'write': both,
  'follow': ['read', 'write:social'],
  ...Object.fromEntries(
    ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists', 'mutes', 'notifications', 'search', 'statuses'].map(
      (name) => [`read:${name}`, ['read']],
    ),
  ),
  ...Object.fromEntries(['bookmarks', 'favourites', 'media', 'statuses'].map((name) => [`write:${name}`, ['write:photos']])),
  ...Object.fromEntries(['accounts', 'blocks', 'follows', 'mutes', 'notifications'].map((name) => [`write:${name}`, ['write:social']])),
};

export const scopeNames: readonly string[] = Object.keys(granted);

/** Parses a list of Mastodon's scopes, separated by spaces. Null if one gives nothing here. */
export function parseScopes(text: string): string[] | null {
  const names = [...new Set(text.split(/[\s+]+/).filter((name) => name !== ''))];
  return names.length > 0 && names.length <= 50 && names.every((name) => Object.hasOwn(granted, name)) ? names : null;
}

export const scopesFor = (names: readonly string[]): Scope[] => [...new Set(names.flatMap((name) => granted[name] ?? []))];

/** Returns true if `asked` is within `registered`. `write` includes `write:media`. */
const isWithin = (asked: readonly string[], registered: readonly string[]): boolean =>
  asked.every((name) => registered.includes(name) || registered.includes(name.split(':', 1)[0]!));
