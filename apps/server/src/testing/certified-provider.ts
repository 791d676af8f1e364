import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface CertifiedProvider {
  issuer: string;
  /** Claims by account. Changes take effect at the next sign-in. */
  accounts: Record<string, Record<string, unknown>>;
  /** Environment variables for the server. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

const clientId = 'mbari';
const clientSecret = randomUUID();
const scope = 'openid email profile groups';

/** Starts a certified OpenID provider. Its sign-in page has a button for each account, and one to cancel. `key` is its name in OIDC_PROVIDERS. */
export async function startCertifiedProvider(
  publicUrl: string,
  accounts: CertifiedProvider['accounts'],
  { key, name = 'Lagos Print School' }: { key?: string; name?: string } = {},
): Promise<CertifiedProvider> {
  const prefix = key === undefined ? 'OIDC_' : `OIDC_${key.toUpperCase()}_`;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/v1/auth/oauth/callback${key === undefined ? '' : `/${key}`}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: {
      keys: [{ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }],
    },
    cookies: { keys: [randomUUID()] },
    // The library warns about every lifetime without a setting.
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => (sub in accounts ? { accountId: sub, claims: () => ({ sub, ...accounts[sub] }) } : undefined),
    // Grants consent to every user, so that there is no second screen.
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) answer(request, response);
    else if (request.method === 'POST') void enter(provider, request, response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(signInPage(Object.keys(accounts)));
  });
  return {
    issuer,
    accounts,
    settings: {
      [`${prefix}ISSUER`]: issuer,
      [`${prefix}CLIENT_ID`]: clientId,
      [`${prefix}CLIENT_SECRET`]: clientSecret,
      [`${prefix}NAME`]: name,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows redirects at the provider, keeps cookies and presses the button, until the redirect back. Null cancels. */
export async function answerAs(start: URL, account: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie())
      cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1).split(';', 1)[0]!);
    const next = answer.headers.get('location');
    form = next === null ? new URLSearchParams(account === null ? {} : { account }) : undefined;
    if (next !== null) url = new URL(next, url);
    if (url.pathname.startsWith('/api/v1/auth/oauth/callback')) return url;
  }
  throw new Error(`The provider never sent the browser back; it ended at ${url.href}`);
}

async function enter(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const accountId = new URLSearchParams(body).get('account');
  const result = accountId ? { login: { accountId } } : { error: 'access_denied', error_description: 'Words that nobody may see' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const signInPage = (subjects: readonly string[]): string => `<!doctype html><html lang="en"><title>Lagos Print School</title>
<link rel="icon" href="data:,"><h1>Who are you?</h1><form method="post">
${subjects.map((subject) => `<button name="account" value="${subject}">${subject}</button>`).join('\n')}
<button>Cancel</button></form></html>`;
