import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLog } from '../../platform/adapters/log.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Lie, startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { returnWith, returnFromProvider, startVisit, newIdentity, visitProvider } from '../../testing/provider-visit.ts';
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
afterEach(() => {
  for (const endpoint of Object.keys(provider.moods)) delete provider.moods[endpoint as keyof typeof provider.moods];
});

const storedState = async (): Promise<unknown> =>
  (
    await app.db.pool.query(
      'select (select count(*) from members) as members, (select count(*) from identities) as identities, (select count(*) from oauth_handoffs) as handoffs',
    )
  ).rows;

const lies: Lie[] = [
  'another audience',
  'another issuer',
  'another nonce',
  'no nonce',
  'no signature',
  'another key',
  'a shared secret',
  'long expired',
  'no identity token',
  'another subject at userinfo',
  'garbage',
];

test.each(lies)('a provider that lies (%s) signs nobody in', async (lie) => {
  const stateBefore = await storedState();
  const { claims, sub } = newIdentity();
  const callback = await visitProvider(app, lie.endsWith('userinfo') ? { sub, userinfo: claims, lie } : { sub, claims, lie });
  expect([callback.status, callback.location.pathname, callback.error, callback.token]).toEqual([
    302,
    '/oauth/callback',
    sentences.oauthFailed,
    null,
  ]);
  expect(await storedState()).toEqual(stateBefore);
});

test.each([
  ['an empty subject', { sub: '' }],
  ['an endless subject', { sub: 'a'.repeat(300) }],
  ['a subject that cannot be kept', { sub: 'a\u0000b' }],
])('an identity with %s is rejected', async (_name, providerAnswer) => {
  expect((await visitProvider(app, { ...newIdentity(), ...providerAnswer })).error).toBe(sentences.oauthFailed);
});

test('an authorization code works once, even in the same browser', async () => {
  const visit = await startVisit(app);
  const query = returnWith(visit, newIdentity());
  const first = await returnFromProvider(app, visit, query);
  expect(first.error).toBeNull();
  expect((await returnFromProvider(app, visit, query)).error).toBe(sentences.oauthFailed);
  expect((await returnFromProvider(app, first, query)).error).toBe(failures.lost.text);
});

test('a callback needs the state and the browser of its sign-in', async () => {
  const [ownVisit, otherVisit] = [await startVisit(app), await startVisit(app)];
  const requestsBefore = provider.asked.token;
  const goodCallback = returnWith(ownVisit, newIdentity());
  for (const [cookie, query] of [
    ['', goodCallback],
    ['mbari_oauth=garbage', goodCallback],
    [otherVisit.cookie, goodCallback],
    [ownVisit.cookie, { code: goodCallback['code']! }],
    [ownVisit.cookie, { ...goodCallback, state: '' }],
    [ownVisit.cookie, { ...goodCallback, state: otherVisit.state }],
    [ownVisit.cookie, {}],
  ] as const)
    expect((await returnFromProvider(app, { cookie }, query)).error).toBe(failures.lost.text);
  const twice = await app.call('GET', `/auth/oauth/callback?code=${goodCallback['code']}&state=${ownVisit.state}&state=${ownVisit.state}`, {
    headers: { cookie: ownVisit.cookie },
  });
  expect(twice.headers.get('location')).toContain('/oauth/callback?error=');
  expect(provider.asked.token).toBe(requestsBefore);
  // The failed attempts did not use up the code.
  expect((await returnFromProvider(app, ownVisit, goodCallback)).error).toBeNull();
});

test('provider errors are shown in our own words only', async () => {
  const finishWithError = async (error: string): Promise<string | null> => {
    const visit = await startVisit(app);
    const callback = await returnFromProvider(app, visit, {
      error,
      error_description: 'Call 0800-EVIL',
      error_uri: 'https://evil.example',
      state: visit.state,
    });
    expect(callback.location.href).not.toMatch(/evil/i);
    expect(callback.cookie).toBe('mbari_oauth=');
    return callback.error;
  };
  expect(await finishWithError('access_denied')).toBe(failures.cancelled.text);
  for (const error of ['server_error', 'login_required', 'evil <script>', 'Access_Denied'])
    expect(await finishWithError(error)).toBe(sentences.oauthFailed);
});

test.each([
  ['token', 'hang', failures.unreachable.text],
  ['token', 'drip', failures.unreachable.text],
  ['token', 'flood', sentences.oauthFailed],
  ['token', 'garbage', sentences.oauthFailed],
  ['token', 'error', sentences.oauthFailed],
  ['jwks', 'hang', failures.unreachable.text],
  ['jwks', 'garbage', sentences.oauthFailed],
  ['jwks', 'error', sentences.oauthFailed],
  ['userinfo', 'hang', failures.unreachable.text],
  ['userinfo', 'flood', sentences.oauthFailed],
] as const)('where its %s address does this (%s), sign-in ends on the failure page', { tags: ['world'] }, async (endpoint, mood, words) => {
  const visit = await startVisit(app);
  provider.moods[endpoint] = mood;
  const { sub, claims } = newIdentity();
  const stateBefore = await storedState();
  const callback = await returnFromProvider(
    app,
    visit,
    returnWith(visit, endpoint === 'userinfo' ? { sub, userinfo: claims } : { sub, claims }),
  );
  expect([callback.status, callback.error]).toEqual([302, words]);
  expect(await storedState()).toEqual(stateBefore);
});

test('all requests to a slow provider share one timeout', { tags: ['world'] }, async () => {
  const fresh = await startTestApp(provider.settings, {}, { beside: app });
  try {
    const visit = await startVisit(app);
    provider.moods.discovery = 'drip';
    expect((await returnFromProvider(fresh, visit, returnWith(visit, newIdentity()))).error).toBe(failures.unreachable.text);
  } finally {
    await fresh.close();
  }
});

test('a provider that was down is contacted again by the next visitor, once for concurrent visitors', async () => {
  const fresh = await startTestApp(provider.settings, {}, { beside: app });
  try {
    for (const mood of ['error', 'garbage', 'flood'] as const) {
      provider.moods.discovery = mood;
      const { status, headers } = await fresh.call('GET', '/auth/oauth/redirect');
      expect(status).toBe(302);
      expect(new URL(headers.get('location') ?? '').pathname).toBe('/oauth/callback');
      expect(headers.getSetCookie()).toEqual([]);
    }
    delete provider.moods.discovery;
    const requestsBefore = provider.asked.discovery;
    const visits = await Promise.all(Array.from({ length: 5 }, () => startVisit(fresh)));
    expect(visits.every(({ url }) => url.pathname === '/provider/authorize')).toBe(true);
    expect(provider.asked.discovery).toBe(requestsBefore + 1);
  } finally {
    await fresh.close();
  }
});

test('members can sign in by password while the provider is down', async () => {
  const stoppedProvider = await startTestProvider();
  await stoppedProvider.close();
  const lonely = await startTestApp(stoppedProvider.settings, {}, { beside: app });
  try {
    const { headers } = await lonely.call('GET', '/auth/oauth/redirect?from=forum');
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe(failures.unreachable.text);
    const { email } = await addTestAccount(app);
    expect((await lonely.call('POST', '/auth/login', { json: { email, password: testPassword } })).status).toBe(200);
  } finally {
    await lonely.close();
  }
});

test('the provider may rotate its keys between two sign-ins', async () => {
  expect((await visitProvider(app, newIdentity())).error).toBeNull();
  provider.rotateKeys();
  expect((await visitProvider(app, newIdentity())).error).toBeNull();
});

test('the log explains rejected provider answers without code or secret', async () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const misconfiguredApp = await startTestApp({ ...provider.settings, OIDC_CLIENT_SECRET: 'mistyped by hand' }, { log }, { beside: app });
  try {
    const visit = await startVisit(misconfiguredApp);
    const query = returnWith(visit, newIdentity());
    expect((await returnFromProvider(misconfiguredApp, visit, query)).error).toBe(sentences.oauthFailed);
    const providerAnswer = lines.join('');
    expect(providerAnswer).toContain('the identity provider: refused (invalid_client)');
    for (const secret of [query['code']!, visit.state, 'mistyped by hand']) expect(providerAnswer).not.toContain(secret);
  } finally {
    await misconfiguredApp.close();
  }
});
