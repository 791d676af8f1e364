import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { returnWith, returnFromProvider, startVisit, newIdentity } from '../../testing/provider-visit.ts';

// Two nodes on one database: one over http on localhost, one behind https.
let provider: TestProvider;
let plainApp: TestApp;
let secure: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  plainApp = await startTestApp(provider.settings);
  secure = await startTestApp({ ...provider.settings, PUBLIC_URL: 'https://mbari.example' }, {}, { beside: plainApp });
});
afterAll(async () => {
  await secure.close();
  await plainApp.close();
  await provider.close();
});

async function signIn(app: TestApp, headers: Record<string, string> = {}): Promise<TestAnswer> {
  const member = await addTestAccount(app);
  return app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword }, headers });
}
const refresh = (app: TestApp, cookie: string, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  app.call('POST', '/auth/refresh', { headers: { cookie, ...headers } });
const statusOf = async (app: TestApp, token: string): Promise<number> => (await app.call('GET', '/me', { token })).status;

const foreign: [string, Record<string, string>][] = [
  ['another site', { 'origin': 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site in a browser that sends only Origin', { origin: 'https://evil.example' }],
  ['a page with an opaque origin', { origin: 'null' }],
  ['a malformed origin', { origin: 'mbari.example' }],
  ['a sibling domain', { 'origin': 'https://blog.mbari.example', 'sec-fetch-site': 'same-site' }],
  ['the same host over http', { origin: 'http://mbari.example' }],
  ['another port', { origin: 'https://mbari.example:8443' }],
];

test.each(foreign)('%s neither renews, ends nor starts a session', async (_who, headers) => {
  const signedIn = await signIn(secure);
  const { token } = signedIn.json;
  const cookie = `__Secure-mbari_refresh=${refreshCookieOf(signedIn)}`;
  for (const answer of [
    await refresh(secure, cookie, headers),
    await secure.call('POST', '/auth/logout', { token, headers: { cookie, ...headers } }),
    await signIn(secure, headers),
    await secure.call('POST', '/auth/register', { json: {}, headers }),
    await secure.call('POST', '/auth/passkey', { json: { response: {} }, headers }),
    await secure.call('POST', '/auth/oauth/exchange', { json: { token: 'a' }, headers }),
  ])
    expect([answer.status, answer.json.code, answer.headers.getSetCookie()]).toEqual([403, 'forbidden', []]);
  expect(await statusOf(secure, token)).toBe(200);
  expect((await refresh(secure, cookie)).status).toBe(200);
});

test('our own pages and programs that send no Origin header renew sessions', async () => {
  const ownHeaders: Record<string, string>[] = [
    {},
    { 'origin': 'https://mbari.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://mbari.example' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of ownHeaders)
    expect((await refresh(secure, `__Secure-mbari_refresh=${refreshCookieOf(await signIn(secure))}`, headers)).status).toBe(200);
  const { host } = new URL(plainApp.url);
  for (const headers of [{ origin: 'http://localhost:3000' }, { origin: `http://${host}` }])
    expect((await refresh(plainApp, `mbari_refresh=${refreshCookieOf(await signIn(plainApp))}`, headers)).status).toBe(200);
});

test('over https the cookie has the prefix that forbids use over http', async () => {
  const [cookie, ...more] = (await signIn(secure)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Secure-mbari_refresh=[\w-]{86}; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/);
  // Proves nothing, so scripts may set it.
  expect(more).toEqual(['mbari_member=yes; Max-Age=2592000; Path=/; Secure; SameSite=Lax']);
  const { cookie: oauth } = await startVisit(secure);
  expect(oauth).toMatch(/^__Secure-mbari_oauth=/);
});

test('over https a cookie without the prefix signs nobody in', async () => {
  const plantedCookie = refreshCookieOf(await signIn(secure));
  expect((await refresh(secure, `mbari_refresh=${plantedCookie}`)).status).toBe(401);
});

test('over https cookies without the prefix do not disturb a session', async () => {
  const planted = `mbari_refresh=${refreshCookieOf(await signIn(secure))}; mbari_refresh=a; mbari_refresh=`;
  for (const order of [(cookie: string) => `${cookie}; ${planted}`, (cookie: string) => `${planted}; ${cookie}`]) {
    const session = await signIn(secure);
    const answer = await refresh(secure, order(`__Secure-mbari_refresh=${refreshCookieOf(session)}`));
    expect(answer.status).toBe(200);
    const idOf = async (token: string) => (await secure.call('GET', '/me', { token })).json.data.id;
    expect(await idOf(answer.json.token)).toBe(await idOf(session.json.token));
  }
});

test('two cookies with one name are both ignored, and neither session changes', async () => {
  for (const [app, name, otherName] of [
    [plainApp, 'mbari_refresh', 'mbari_refresh'],
    [secure, '__Secure-mbari_refresh', '__Secure-mbari_refresh'],
  ] as const) {
    const [ownSession, otherSession] = [await signIn(app), await signIn(app)];
    const answer = await refresh(app, `${name}=${refreshCookieOf(ownSession)}; theme=dark; ${otherName}=${refreshCookieOf(otherSession)}`);
    expect([answer.status, answer.json.code, answer.headers.getSetCookie()]).toEqual([401, 'unauthenticated', []]);
    for (const session of [ownSession, otherSession]) {
      expect(await statusOf(app, session.json.token)).toBe(200);
      expect((await refresh(app, `${name}=${refreshCookieOf(session)}`)).status).toBe(200);
    }
  }
});

test('over https the provider sign-in uses only the prefixed cookie', async () => {
  const [ownVisit, otherVisit] = [await startVisit(secure), await startVisit(secure)];
  const withoutPrefix = (cookie: string): string => cookie.replace('__Secure-', '');
  const wrongReturn = await returnFromProvider(secure, { cookie: withoutPrefix(otherVisit.cookie) }, returnWith(otherVisit, newIdentity()));
  expect([wrongReturn.token, wrongReturn.error]).toEqual([null, expect.any(String)]);
  const rightReturn = await returnFromProvider(
    secure,
    { cookie: `${withoutPrefix(otherVisit.cookie)}; ${ownVisit.cookie}` },
    returnWith(ownVisit, newIdentity()),
  );
  expect(rightReturn.token).toEqual(expect.any(String));
});

test('a request with two provider cookies finishes no sign-in and exchanges no token', async () => {
  for (const app of [plainApp, secure]) {
    const [ownVisit, otherVisit] = [await startVisit(app), await startVisit(app)];
    const wrongReturn = await returnFromProvider(
      app,
      { cookie: `${ownVisit.cookie}; ${otherVisit.cookie}` },
      returnWith(ownVisit, newIdentity()),
    );
    expect([wrongReturn.token, wrongReturn.error]).toEqual([null, expect.any(String)]);
    const rightReturn = await returnFromProvider(app, ownVisit, returnWith(ownVisit, newIdentity()));
    const exchange = (cookie: string) =>
      app.call('POST', '/auth/oauth/exchange', { json: { token: rightReturn.token }, headers: { cookie } });
    expect((await exchange(`${rightReturn.cookie}; ${otherVisit.cookie}`)).json.code).toBe('invalid_oauth_token');
    expect((await exchange(rightReturn.cookie)).status).toBe(200);
  }
});
