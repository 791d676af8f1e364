import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { addTestPasskey, addTestTotp, codeOf, deviceFor, makeTestPasskey } from '../../testing/passkeys.ts';
import { newIdentity, returnFromProvider, returnWith, startVisit } from '../../testing/provider-visit.ts';
import { whileResetting } from '../../testing/run-concurrently.ts';

describe('the list of sessions', () => {
  let app: TestApp;
  let otherNode: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    otherNode = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await otherNode.close();
    await app.close();
  });

  const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
  const logIn = (email: string, { agent = phone, device_name = 'web' }: { agent?: string; device_name?: string } = {}) =>
    app.call('POST', '/auth/login', { json: { email, password: testPassword, device_name }, headers: { 'user-agent': agent } });
  const statusOf = async (token: string, on = app): Promise<number> => (await on.call('GET', '/me', { token })).status;
  const sessionsOf = async (token: string) => (await app.call('GET', '/me/sessions', { token })).json.data;
  const setBack = (sessionId: string, column: 'used_at' | 'created_at', interval: string): Promise<unknown> =>
    app.db.pool.query(`update sessions set ${column} = now() - $2::interval where id = $1`, [sessionId, interval]);

  test('the viewer’s devices are listed, current first, with distinct names', async () => {
    const member = await addTestAccount(app);
    await setBack(member.session_id, 'used_at', '2 days');
    await logIn(member.email, { device_name: 'Kitchen tablet' });
    const currentToken = (await logIn(member.email)).json.token as string;
    const stranger = await addTestAccount(app);
    const { status, json } = await app.call('GET', '/me/sessions', { token: currentToken });
    expect(status).toBe(200);
    expect(json.data.map(({ device, is_current }: { device: string; is_current: boolean }) => [device, is_current])).toEqual([
      ['Chrome on Android', true],
      ['Kitchen tablet', false],
      ['Unknown device', false],
    ]);
    expect(json.data.map(({ device_parts }: { device_parts: unknown }) => device_parts)).toEqual([
      { browser: 'Chrome', system: 'Android' },
      null,
      { browser: null, system: null },
    ]);
    expect(Object.keys(json.data[0]).sort()).toEqual(['created_at', 'device', 'device_parts', 'id', 'is_current', 'used_at']);
    expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(stranger.session_id);
    expect((await sessionsOf(member.token))[0]).toMatchObject({ id: member.session_id, is_current: true });
  });

  test('a new device is named after its user agent', async () => {
    const { json } = await app.call('POST', '/auth/register', {
      headers: { 'user-agent': phone },
      json: {
        name: 'Amos Tutuola',
        username: 'amos',
        email: 'amos@example.test',
        country_code: '+234',
        phone: '8031234567',
        password: testPassword,
        password_confirmation: testPassword,
      },
    });
    expect((await sessionsOf(json.token)).map(({ device }: { device: string }) => device)).toEqual(['Chrome on Android']);
  });

  test('signing a device out applies to its next request on every node', async () => {
    const member = await addTestAccount(app);
    const otherSession = await logIn(member.email);
    const [, { id }] = await sessionsOf(member.token);
    expect(await statusOf(otherSession.json.token, otherNode)).toBe(200);
    expect((await app.call('DELETE', `/me/sessions/${id}`, { token: member.token })).status).toBe(200);
    expect(await statusOf(otherSession.json.token, otherNode)).toBe(401);
    const cookie = `mbari_refresh=${refreshCookieOf(otherSession)}`;
    expect((await otherNode.call('POST', '/auth/refresh', { headers: { cookie } })).status).toBe(401);
    expect(await statusOf(member.token)).toBe(200);
    expect((await app.call('DELETE', `/me/sessions/${id}`, { token: member.token })).status).toBe(404);
  });

  test('signing out the current device clears its cookie', async () => {
    const member = await addTestMember(app);
    const answer = await app.call('DELETE', `/me/sessions/${member.session_id}`, { token: member.token });
    expect([answer.status, refreshCookieOf(answer)]).toEqual([200, '']);
    expect(await statusOf(member.token)).toBe(401);
  });

  test('signing out another member’s session is refused like an unknown session and ends nothing', async () => {
    const member = await addTestMember(app);
    const victim = await addTestMember(app);
    const readPlain = async (id: string): Promise<string> => {
      const { status, text, json } = await app.call('DELETE', `/me/sessions/${id}`, { token: member.token });
      return `${status} ${text.replace(json.request_id, '')}`;
    };
    const answers = [await readPlain(victim.session_id), await readPlain(newId()), await readPlain('1'), await readPlain('%27%20or%201=1')];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /);
    expect(await statusOf(victim.token)).toBe(200);
  });

  test('signing out all other devices keeps this one and other members’', async () => {
    const member = await addTestMember(app);
    const otherSessions = [await addTestSession(app, member.id), await addTestSession(app, member.id)];
    const neighbour = await addTestMember(app);
    expect((await app.call('DELETE', '/me/sessions', { token: member.token })).status).toBe(200);
    for (const { token } of otherSessions) expect(await statusOf(token, otherNode)).toBe(401);
    expect(await statusOf(member.token)).toBe(200);
    expect(await statusOf(neighbour.token)).toBe(200);
    expect(await sessionsOf(member.token)).toHaveLength(1);
  });

  test('sessions require a signed-in member, verified or not', async () => {
    for (const [method, path] of [
      ['GET', '/me/sessions'],
      ['DELETE', '/me/sessions'],
      ['DELETE', `/me/sessions/${newId()}`],
    ])
      expect((await app.call(method!, path!)).status).toBe(401);
    const pending = await addTestMember(app, { email_verified_at: null });
    expect(await sessionsOf(pending.token)).toHaveLength(1);
  });

  test('a session ends after 180 days of use and is swept', async () => {
    const member = await addTestAccount(app);
    const { headers, json } = await logIn(member.email);
    const [{ id }] = await sessionsOf(json.token);
    const refresh = () => app.call('POST', '/auth/refresh', { headers: { cookie: `mbari_refresh=${refreshCookieOf({ headers })}` } });
    await setBack(id, 'created_at', '180 days 1 minute');
    expect((await refresh()).status).toBe(401);
    expect((await sessionsOf(member.token)).map((session: { id: string }) => session.id)).toEqual([member.session_id]);
    await setBack(member.session_id, 'created_at', '179 days 23 hours');
    await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions')`);
    await runJobs(app.context);
    const sessions = await app.db.pool.query('select id from sessions where member_id = $1', [member.id]);
    expect(sessions.rows).toEqual([{ id: member.session_id }]);
  });

  test('a fifty-first session ends the least recently used one', async () => {
    const member = await addTestAccount(app);
    const tokens = [];
    for (let count = 1; count < limits.sessions; count += 1) tokens.push(await addTestSession(app, member.id));
    const unusedToken = tokens[20]!;
    await setBack(unusedToken.session_id, 'used_at', '3 days');
    await setBack(tokens[7]!.session_id, 'used_at', '2 days');
    const { json } = await logIn(member.email);
    expect(await statusOf(unusedToken.token)).toBe(401);
    expect(await statusOf(tokens[7]!.token)).toBe(200);
    expect(await sessionsOf(json.token)).toHaveLength(limits.sessions);
    await logIn(member.email);
    expect(await statusOf(tokens[7]!.token)).toBe(401);
    expect(await sessionsOf(json.token)).toHaveLength(limits.sessions);
  });

  test('a token is refused after an hour, without a write', async () => {
    const member = await addTestMember(app);
    await app.db.run(`update session_tokens set expires_at = now() + interval '2 seconds' where session_id = $1`, [member.session_id]);
    expect([await statusOf(member.token), await statusOf(member.token, otherNode)]).toEqual([200, 200]);
    await expect.poll(() => statusOf(member.token), { timeout: 20_000 }).toBe(401);
    expect(await statusOf(member.token, otherNode)).toBe(401);
  });
});

describe('signing out', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const json = { password: testPassword };
  const signInMethodsOf = async ({ id }: { id: string }): Promise<unknown> =>
    (
      await app.db.pool.query(
        `select (select count(*) from passkeys where member_id = $1) as passkeys,
              (select jsonb_agg(to_jsonb(t) - 'created_at') from totp_secrets t where member_id = $1) as totp,
              (select count(*) from recovery_codes where member_id = $1) as codes,
              (select count(*) from graphile_worker._private_jobs where payload->>'member_id' = $1::text) as mails`,
        [id],
      )
    ).rows;

  // An intruder's concurrent call must not survive the owner's password change.
  test('a session ended by a new password while adding or removing a passkey changes nothing', async () => {
    const adder = await addTestAccount(app);
    const response = await makeTestPasskey(app, adder, deviceFor(app));
    const adderMethods = await signInMethodsOf(adder);
    const adding = () => app.call('POST', '/me/passkeys', { token: adder.token, json: { name: 'Telephone', response } });
    expect((await whileResetting(app, adder, adding)).json.code).toBe('unauthenticated');
    expect(await signInMethodsOf(adder)).toEqual(adderMethods);

    const remover = await addTestAccount(app);
    const { id } = await addTestPasskey(app, remover);
    const removerMethods = await signInMethodsOf(remover);
    const removing = () => app.call('DELETE', `/me/passkeys/${id}`, { token: remover.token, json });
    expect((await whileResetting(app, remover, removing)).status).toBe(401);
    expect(await signInMethodsOf(remover)).toEqual(removerMethods);
  });

  test('a session ended while turning the second step on does not lock the owner out', async () => {
    const member = await addTestAccount(app);
    const secret = await addTestTotp(app, member, { isConfirmed: false });
    const methodsBefore = await signInMethodsOf(member);
    const confirming = () => app.call('POST', '/me/totp/confirm', { token: member.token, json: { code: codeOf(secret) } });
    expect((await whileResetting(app, member, confirming)).status).toBe(401);
    expect(await signInMethodsOf(member)).toEqual(methodsBefore);
  });

  test.each([
    ['DELETE', '/me/totp'],
    ['POST', '/me/recovery-codes'],
  ] as const)('… while asking for %s %s has left the second step as it was', async (method, path) => {
    const member = await addTestAccount(app);
    await addTestTotp(app, member);
    const methodsBefore = await signInMethodsOf(member);
    expect((await whileResetting(app, member, () => app.call(method, path, { token: member.token, json }))).status).toBe(401);
    expect(await signInMethodsOf(member)).toEqual(methodsBefore);
  });
});

describe('the refresh cookie', () => {
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
      const answer = await refresh(
        app,
        `${name}=${refreshCookieOf(ownSession)}; theme=dark; ${otherName}=${refreshCookieOf(otherSession)}`,
      );
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
    const wrongReturn = await returnFromProvider(
      secure,
      { cookie: withoutPrefix(otherVisit.cookie) },
      returnWith(otherVisit, newIdentity()),
    );
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
});
