import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { backWith, comeBack, setOut, stranger } from '../../testing/provider-visit.ts';

// Two nodes on one database: one over http on localhost, one behind https.
let provider: TestProvider;
let plain: TestApp;
let secure: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  plain = await startTestApp(provider.settings);
  secure = await startTestApp({ ...provider.settings, PUBLIC_URL: 'https://mbari.example' }, {}, { beside: plain });
});
afterAll(async () => {
  await secure.close();
  await plain.close();
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
  ['another site, in a browser that names the origin alone', { origin: 'https://evil.example' }],
  ['a page of nowhere', { origin: 'null' }],
  ['what is no origin', { origin: 'mbari.example' }],
  ['a neighbouring name', { 'origin': 'https://blog.mbari.example', 'sec-fetch-site': 'same-site' }],
  ['the same name without encryption', { origin: 'http://mbari.example' }],
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

test('our own pages, and programs without an origin, renew sessions', async () => {
  const own: Record<string, string>[] = [
    {},
    { 'origin': 'https://mbari.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://mbari.example' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of own)
    expect((await refresh(secure, `__Secure-mbari_refresh=${refreshCookieOf(await signIn(secure))}`, headers)).status).toBe(200);
  const { host } = new URL(plain.url);
  for (const headers of [{ origin: 'http://localhost:3000' }, { origin: `http://${host}` }])
    expect((await refresh(plain, `mbari_refresh=${refreshCookieOf(await signIn(plain))}`, headers)).status).toBe(200);
});

test('over https the cookie’s prefix prevents sending and setting it in the clear', async () => {
  const [cookie, ...more] = (await signIn(secure)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Secure-mbari_refresh=[\w-]{86}; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/);
  expect(more).toEqual([]);
  const { cookie: oauth } = await setOut(secure);
  expect(oauth).toMatch(/^__Secure-mbari_oauth=/);
});

test('over https a cookie without the prefix signs nobody in', async () => {
  const theirs = refreshCookieOf(await signIn(secure));
  expect((await refresh(secure, `mbari_refresh=${theirs}`)).status).toBe(401);
});

test('over https cookies without the prefix do not disturb a session', async () => {
  const planted = `mbari_refresh=${refreshCookieOf(await signIn(secure))}; mbari_refresh=a; mbari_refresh=`;
  for (const order of [(mine: string) => `${mine}; ${planted}`, (mine: string) => `${planted}; ${mine}`]) {
    const mine = await signIn(secure);
    const answer = await refresh(secure, order(`__Secure-mbari_refresh=${refreshCookieOf(mine)}`));
    expect(answer.status).toBe(200);
    const idOf = async (token: string) => (await secure.call('GET', '/me', { token })).json.data.id;
    expect(await idOf(answer.json.token)).toBe(await idOf(mine.json.token));
  }
});

test('two cookies with one name are both ignored, and neither session changes', { tags: ['slow'] }, async () => {
  for (const [app, name, other] of [
    [plain, 'mbari_refresh', 'mbari_refresh'],
    [secure, '__Secure-mbari_refresh', '__Secure-mbari_refresh'],
  ] as const) {
    const [mine, theirs] = [await signIn(app), await signIn(app)];
    const answer = await refresh(app, `${name}=${refreshCookieOf(mine)}; theme=dark; ${other}=${refreshCookieOf(theirs)}`);
    expect([answer.status, answer.json.code, answer.headers.getSetCookie()]).toEqual([401, 'unauthenticated', []]);
    for (const one of [mine, theirs]) {
      expect(await statusOf(app, one.json.token)).toBe(200);
      expect((await refresh(app, `${name}=${refreshCookieOf(one)}`)).status).toBe(200);
    }
  }
});

test('over https the provider sign-in uses only the prefixed cookie', async () => {
  const [mine, theirs] = [await setOut(secure), await setOut(secure)];
  const bare = (cookie: string): string => cookie.replace('__Secure-', '');
  const lost = await comeBack(secure, { cookie: bare(theirs.cookie) }, backWith(theirs, stranger()));
  expect([lost.token, lost.error]).toEqual([null, expect.any(String)]);
  const back = await comeBack(secure, { cookie: `${bare(theirs.cookie)}; ${mine.cookie}` }, backWith(mine, stranger()));
  expect(back.token).toEqual(expect.any(String));
});

test('two cookies finish no provider sign-in and exchange no token', async () => {
  for (const app of [plain, secure]) {
    const [mine, theirs] = [await setOut(app), await setOut(app)];
    const lost = await comeBack(app, { cookie: `${mine.cookie}; ${theirs.cookie}` }, backWith(mine, stranger()));
    expect([lost.token, lost.error]).toEqual([null, expect.any(String)]);
    const back = await comeBack(app, mine, backWith(mine, stranger()));
    const exchange = (cookie: string) => app.call('POST', '/auth/oauth/exchange', { json: { token: back.token }, headers: { cookie } });
    expect((await exchange(`${back.cookie}; ${theirs.cookie}`)).json.code).toBe('invalid_oauth_token');
    expect((await exchange(back.cookie)).status).toBe(200);
  }
});
