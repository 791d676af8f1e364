import { createHash } from 'node:crypto';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { refreshCookieOf } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import {
  newIdentity,
  oauthCookieOf,
  type Return,
  returnFromProvider,
  returnWith,
  startVisit,
  visitProvider,
} from '../../testing/provider-visit.ts';
import { sweepHandoffs } from './exchange-token.ts';
import { failures } from './sign-in-failures.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp(provider.settings);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const exchange = ({ token, cookie }: Pick<Return, 'token' | 'cookie'>, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  app.call('POST', '/auth/oauth/exchange', { json: { token }, headers: { ...(cookie && { cookie }), ...headers } });

test('sign-in by provider is unavailable if no provider is configured', async () => {
  const appWithoutProvider = await startTestApp();
  try {
    expect((await appWithoutProvider.call('GET', '/site')).json.data.providers).toEqual([]);
    for (const answer of [
      await appWithoutProvider.call('GET', '/auth/oauth/redirect?from=forum'),
      await appWithoutProvider.call('GET', '/auth/oauth/callback?code=a&state=b'),
      await appWithoutProvider.call('POST', '/auth/oauth/exchange', { json: { token: 'a' } }),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  } finally {
    await appWithoutProvider.close();
  }
});

test('the button is named after the provider and leads to the redirect', async () => {
  expect((await app.call('GET', '/site')).json.data.providers).toEqual([
    { key: 'default', name: 'Lagos Print School', url: '/api/v1/auth/oauth/redirect?from=forum&provider=default' },
  ]);
});

test('the redirect asks the provider for a code with state, nonce and PKCE, and binds it to this browser', async () => {
  const { status, headers } = await app.call('GET', '/auth/oauth/redirect?from=forum');
  expect(status).toBe(302);
  const url = new URL(headers.get('location') ?? '');
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'mbari',
    redirect_uri: 'http://localhost:3000/api/v1/auth/oauth/callback',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const cookie = headers.getSetCookie().join();
  expect(cookie).toMatch(/^mbari_oauth=[\w-]+; Max-Age=600; Path=\/api\/v1\/auth\/oauth; HttpOnly; SameSite=Lax$/);
  for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce')]) expect(cookie).not.toContain(secret);
});

test('the cookie is Secure behind https', async () => {
  const secure = await startTestApp({ ...provider.settings, PUBLIC_URL: 'https://mbari.example', HOST: '127.0.0.1' });
  try {
    const { headers } = await secure.call('GET', '/auth/oauth/redirect');
    expect(headers.getSetCookie().join()).toContain('; Secure;');
    expect(headers.get('location')).toContain(encodeURIComponent('https://mbari.example/api/v1/auth/oauth/callback'));
  } finally {
    await secure.close();
  }
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'forum\r\nSet-Cookie:x', '', 'FORUM'])(
  'sign-in is refused if `from` is %o',
  async (from) => {
    const { status, headers, json } = await app.call('GET', `/auth/oauth/redirect?from=${encodeURIComponent(from)}`);
    expect([status, json.code, headers.get('location')]).toEqual([422, 'validation', null]);
    expect(headers.getSetCookie()).toEqual([]);
  },
);

test('a new person gets a verified account without a password, a welcome mail and a session', async () => {
  const providerAnswer = newIdentity({ name: ' Ńkẹ́m\u0000 Okonkwo ' });
  const callback = await visitProvider(app, providerAnswer);
  expect([callback.status, callback.error, callback.location.origin, callback.location.pathname]).toEqual([
    302,
    null,
    'http://localhost:3000',
    '/oauth/callback',
  ]);
  const answer = await exchange(callback, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' });
  expect(answer.status).toBe(200);
  expect(answer.json.user).toMatchObject({
    name: 'Ńkẹ́m Okonkwo',
    username: providerAnswer.claims['preferred_username'],
    email: providerAnswer.claims.email,
    email_verified: true,
    has_onboarding: false,
  });
  expect((await app.call('GET', '/me', { token: answer.json.token })).status).toBe(200);
  const { rows } = await app.db.pool.query('select password_hash, role from members where id = $1', [answer.json.user.id]);
  expect(rows).toEqual([{ password_hash: null, role: 'member' }]);
  expect(oauthCookieOf(answer.headers)).toBe('mbari_oauth=');
  const refresh = /mbari_refresh=([\w-]{86});/.exec(answer.headers.getSetCookie().join())?.[1];
  const renewed = await app.call('POST', '/auth/refresh', { headers: { cookie: `mbari_refresh=${refresh}` } });
  expect([renewed.status, refreshCookieOf(renewed)]).toEqual([200, expect.stringMatching(/^[\w-]{86}$/)]);
  await runJobs(app.context);
  expect((await openOutbox(app).take()).filter(({ to }) => to === providerAnswer.claims.email).map(({ subject }) => subject)).toEqual([
    'Welcome to Mbari',
  ]);
});

test('a token works once', async () => {
  const callback = await visitProvider(app, newIdentity());
  const [first, second] = await Promise.all([exchange(callback), exchange(callback)]);
  expect([first.status, second.status].sort()).toEqual([200, 422]);
  const third = await exchange(callback);
  expect(third.json).toMatchObject({ code: 'invalid_oauth_token', message: sentences.oauthFailed });
  expect(third.headers.getSetCookie()).toEqual([]);
});

test('a token is valid for 60 seconds', async () => {
  const callback = await visitProvider(app, newIdentity());
  const hash = createHash('sha256')
    .update(callback.token ?? '')
    .digest();
  const { rows } = await app.db.pool.query<{ remaining: number }>(
    'select extract(epoch from expires_at - now())::float as remaining from oauth_handoffs where token_hash = $1',
    [hash],
  );
  expect(rows[0]?.remaining).toSatisfy((remaining: number) => remaining > 0 && remaining <= 60);
  await app.db.pool.query(`update oauth_handoffs set expires_at = now() where token_hash = $1`, [hash]);
  expect((await exchange(callback)).json.code).toBe('invalid_oauth_token');
});

test('a token works only in the browser that began the sign-in', async () => {
  const [ownVisit, otherVisit] = [await visitProvider(app, newIdentity()), await visitProvider(app, newIdentity())];
  for (const cookie of ['', otherVisit.cookie, 'mbari_oauth=garbage', (await startVisit(app)).cookie])
    expect((await exchange({ token: ownVisit.token, cookie })).json.code).toBe('invalid_oauth_token');
  expect((await exchange(ownVisit)).status).toBe(200);
});

test('another site’s page cannot exchange a token', async () => {
  const callback = await visitProvider(app, newIdentity());
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', 'http://localhost:3000.evil.example'])
    expect((await exchange(callback, { origin })).json.code).toBe('forbidden');
  expect((await exchange(callback, { origin: 'http://localhost:3000' })).status).toBe(200);
});

test('the database stores neither the token nor the browser’s secret', async () => {
  const callback = await visitProvider(app, newIdentity());
  const stored = JSON.stringify(
    (await app.db.pool.query('select * from oauth_handoffs')).rows.map((row) => Object.values(row).map(String)),
  );
  expect(stored).not.toContain(callback.token);
});

test('unfinished sign-ins are swept', async () => {
  const [stale, fresh] = [await visitProvider(app, newIdentity()), await visitProvider(app, newIdentity())];
  const hash = (callback: Return): Buffer =>
    createHash('sha256')
      .update(callback.token ?? '')
      .digest();
  await app.db.pool.query(`update oauth_handoffs set expires_at = now() - interval '1 second' where token_hash = $1`, [hash(stale)]);
  await sweepHandoffs(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  const remaining = (await app.db.pool.query<{ token_hash: Buffer }>('select token_hash from oauth_handoffs')).rows.map((row) =>
    row.token_hash.toString('hex'),
  );
  expect([remaining.includes(hash(stale).toString('hex')), remaining.includes(hash(fresh).toString('hex'))]).toEqual([false, true]);
});

test('a sign-in that takes more than ten minutes starts over', async () => {
  let ahead = 0;
  const slow = await startTestApp(provider.settings, { now: () => new Date(Date.now() + ahead) }, { beside: app });
  try {
    const [inTime, late] = [await startVisit(slow), await startVisit(slow)];
    ahead = 9 * 60_000;
    expect((await returnFromProvider(slow, inTime, returnWith(inTime, newIdentity()))).error).toBeNull();
    ahead = 11 * 60_000;
    expect((await returnFromProvider(slow, late, returnWith(late, newIdentity()))).error).toBe(failures.lost.text);
  } finally {
    await slow.close();
  }
});

test('too many sign-ins from one IP address end on an error page', async () => {
  const strict = await startTestApp({ ...provider.settings, RATE_LIMIT_SCALE: '0.1' });
  try {
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) outcomes.push(await strict.call('GET', '/auth/oauth/redirect'));
    expect(outcomes.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect(new URL(outcomes[4]?.headers.get('location') ?? '').searchParams.get('error')).toMatch(/^Too many requests/);
    expect((await strict.call('POST', '/auth/oauth/exchange', { json: { token: 'a' } })).status).toBe(429);
  } finally {
    await strict.close();
  }
});
