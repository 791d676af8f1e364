import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { codeFor, type ProviderAnswer } from './identity-provider.ts';

/** A browser that was redirected to the provider. */
export interface Visit {
  cookie: string;
  state: string;
  nonce: string;
  /** Target address of the redirect. */
  url: URL;
}

/** A browser that the provider redirected back. */
export interface Return {
  status: number;
  cookie: string;
  token: string | null;
  error: string | null;
  location: URL;
}

export const oauthCookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .findLast((item) => /^(?:__Secure-)?mbari_oauth=/.test(item))
    ?.split(';', 1)[0] ?? '';

/** Begins a sign-in with the provider of this key, by default the one without a name. */
export async function startVisit(app: TestApp, query: { provider?: string; invitation?: string } = {}): Promise<Visit> {
  const { headers } = await app.call('GET', `/auth/oauth/redirect?${new URLSearchParams({ from: 'forum', ...query }).toString()}`);
  return visitAt(headers.get('location') ?? '', headers);
}

/** Returns the visit that the server began with this target address and cookie. */
export function visitAt(target: string, headers: Headers): Visit {
  const url = new URL(target);
  return { cookie: oauthCookieOf(headers), state: url.searchParams.get('state') ?? '', nonce: url.searchParams.get('nonce') ?? '', url };
}

/** Returns the query parameters with which the provider redirects the browser back. */
export const returnWith = ({ state, nonce }: Visit, answer: Omit<ProviderAnswer, 'nonce'>): Record<string, string> => ({
  code: codeFor({ nonce, ...answer }),
  state,
});

export async function returnFromProvider(
  app: TestApp,
  { cookie }: { cookie: string },
  query: Record<string, string>,
  provider?: string,
): Promise<Return> {
  const path = `/auth/oauth/callback${provider === undefined ? '' : `/${provider}`}`;
  const { status, headers } = await app.call('GET', `${path}?${new URLSearchParams(query).toString()}`, {
    headers: cookie === '' ? {} : { cookie },
  });
  const location = new URL(headers.get('location') ?? 'http://nowhere.example');
  const { searchParams } = location;
  return { status, cookie: oauthCookieOf(headers), token: searchParams.get('token'), error: searchParams.get('error'), location };
}

/** Visits the provider and returns in one browser. */
export async function visitProvider(app: TestApp, answer: Omit<ProviderAnswer, 'nonce'>, invitation?: string): Promise<Return> {
  const visit = await startVisit(app, invitation === undefined ? {} : { invitation });
  return returnFromProvider(app, visit, returnWith(visit, answer));
}

/** Returns the claims of an unknown user, with an address that the provider verified. */
export function newIdentity(claims: Record<string, unknown> = {}): { sub: string; claims: Record<string, unknown> & { email: string } } {
  const word = `s${randomUUID().slice(0, 13).replace('-', '')}`;
  return {
    sub: randomUUID(),
    claims: { email: `${word}@example.test`, email_verified: true, name: 'Ngozi Eze', preferred_username: word, ...claims },
  };
}
