import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import {
  challenge,
  consent,
  exchange,
  outOfBand,
  registerTestClient,
  sendForm,
  signInToApp,
  type TestClient,
  turnOnClientApps,
  verifier,
} from '../testing/client-apps.ts';

let app: TestApp;
let ada: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ada = await addTestMember(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await turnOnClientApps(app);
  client ??= await registerTestClient(app);
});

const codeFor = async (asked: Record<string, string> = {}, member = ada): Promise<string> =>
  (await consent(app, member, { client_id: client.client_id, ...asked })).json.data.code;
const me = (token: string) => app.call('GET', '/accounts/verify_credentials', { token });

test('a member signs in to an app, which acts for them until it revokes its token', async () => {
  const { status, json } = await exchange(app, client, await codeFor());
  expect([status, json]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^mbari_pat_/),
      token_type: 'Bearer',
      scope: 'read write follow push',
      created_at: expect.any(Number),
    },
  ]);
  expect((await me(json.access_token)).json).toMatchObject({ username: ada.username, acct: ada.username, source: { privacy: 'public' } });
  const listed = await app.call('GET', '/auth/tokens', { token: ada.token });
  expect(listed.json.data).toMatchObject([{ name: 'Phanpy', scopes: ['read', 'write:photos', 'write:social'] }]);
  const stranger = await registerTestClient(app);
  const revoke = (by: TestClient) => sendForm(app, '/oauth/revoke', { ...by, token: json.access_token });
  expect([(await revoke(stranger)).status, (await me(json.access_token)).status]).toEqual([200, 200]);
  expect([(await revoke(client)).status, (await me(json.access_token)).status]).toEqual([200, 401]);
});

test('a code used twice gives nothing, and ends the token of its first use', async () => {
  const code = await codeFor();
  const { json } = await exchange(app, client, code);
  expect((await me(json.access_token)).status).toBe(200);
  const again = await exchange(app, client, code);
  expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
  expect((await me(json.access_token)).status).toBe(401);
});

test('one of two concurrent uses of a code gets a token, which the other ends', async () => {
  const code = await codeFor();
  const answers = await Promise.all([exchange(app, client, code), exchange(app, client, code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { json } = answers.find(({ status }) => status === 200)!;
  expect((await me(json.access_token)).status).toBe(401);
});

test('a code is worth nothing with another app, redirect URI, secret or verifier, or after ten minutes', async () => {
  const other = await registerTestClient(app);
  const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' };
  const refusals: [string, Promise<{ status: number; json: { error: string } }>][] = [
    ['another app', exchange(app, other, await codeFor())],
    ['another redirect URI', exchange(app, client, await codeFor(), { redirect_uri: 'https://evil.example/' })],
    ['a wrong secret', exchange(app, { ...client, client_secret: other.client_secret }, await codeFor())],
    ['no secret and no challenge', exchange(app, { client_id: client.client_id }, await codeFor(), { code_verifier: verifier })],
    ['a verifier and no challenge', exchange(app, client, await codeFor(), { code_verifier: verifier })],
    ['no verifier', exchange(app, client, await codeFor(withChallenge))],
    ['a wrong verifier', exchange(app, client, await codeFor(withChallenge), { code_verifier: `${verifier}x` })],
    ['an unknown code', exchange(app, client, 'x'.repeat(43))],
  ];
  for (const [why, answer] of refusals)
    expect([why, (await answer).status, (await answer).json.error]).toEqual([
      why,
      expect.any(Number),
      expect.stringMatching(/^invalid_(grant|client)$/),
    ]);
  const old = await codeFor();
  await app.db.run(`update client_app_codes set expires_at = now() - interval '1 second'`);
  expect((await exchange(app, client, old)).json.error).toBe('invalid_grant');
});

test('a code ends with the session that allowed the app', async () => {
  const member = await addTestMember(app);
  const code = await codeFor({}, member);
  expect((await app.call('POST', '/auth/logout', { token: member.token })).status).toBe(200);
  expect((await exchange(app, client, code)).json.error).toBe('invalid_grant');
});

test('a public client proves itself by the verifier of its challenge', async () => {
  const code = await codeFor({ code_challenge: challenge, code_challenge_method: 'S256' });
  const { status, json } = await exchange(app, { client_id: client.client_id }, code, { code_verifier: verifier });
  expect([status, (await me(json.access_token)).status]).toEqual([200, 200]);
});

test('the consent page names the app and what it may do, and continues only at a registered address', async () => {
  const uri = 'https://phanpy.example/?path=login';
  const web = await registerTestClient(app, {
    redirect_uris: `${uri}\ncom.ivory:/back\ncom.evil://phanpy.example/`,
    scopes: 'read',
    website: 'https://phanpy.example',
  });
  const open = async (asked: Record<string, string>) => {
    const opened = await app.call(
      'GET',
      `${app.url}/oauth/authorize?${new URLSearchParams({ response_type: 'code', scope: 'read', ...asked }).toString()}`,
    );
    const { searchParams } = new URL(opened.headers.get('location')!, app.url);
    return app.call('GET', `/client-apps/consent?${searchParams.toString()}`, { token: ada.token });
  };
  expect((await open({ client_id: web.client_id, redirect_uri: uri })).json.data).toEqual({
    name: 'Phanpy',
    website: 'https://phanpy.example',
    scopes: ['read'],
    returns_to: 'phanpy.example',
  });
  expect((await open({ client_id: web.client_id, redirect_uri: 'com.ivory:/back' })).json.data.returns_to).toBe('com.ivory');
  const claimed = await open({ client_id: web.client_id, redirect_uri: 'com.evil://phanpy.example/' });
  expect(claimed.json.data.returns_to).toBe('com.evil');
  for (const [asked, status] of [
    [{ client_id: web.client_id, redirect_uri: 'https://phanpy.example/' }, 422],
    [{ client_id: web.client_id, redirect_uri: uri, scope: 'read write' }, 422],
    [{ client_id: web.client_id, redirect_uri: uri, response_type: 'token' }, 422],
    [{ client_id: web.client_id, redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'plain' }, 422],
    [{ client_id: ada.id, redirect_uri: uri }, 404],
    [{ client_id: 'nonsense', redirect_uri: uri }, 404],
  ] as const)
    expect([asked, (await open(asked)).status]).toEqual([asked, status]);

  const state = '12345678901234567890';
  const { json } = await consent(app, ada, { client_id: web.client_id, redirect_uri: uri, scope: 'read', state });
  expect(json.data).toEqual({
    redirect_to: expect.stringMatching(/^https:\/\/phanpy\.example\/\?path=login&code=[\w-]{43}&state=12345678901234567890$/),
    code: null,
  });
  const refused = await consent(app, ada, { client_id: web.client_id, redirect_uri: uri, scope: 'read', state }, false);
  expect(refused.json.data).toEqual({ redirect_to: `${uri}&error=access_denied&state=${state}`, code: null });
});

test('a web app keeps hold of the popup in which it opens the consent page', async () => {
  const { status, headers } = await app.call('GET', `${app.url}/oauth/authorize/?client_id=x`);
  expect([status, headers.get('cross-origin-opener-policy'), headers.get('x-frame-options')]).toEqual([302, 'unsafe-none', 'DENY']);
});

test('another site cannot consent for a member, nor a token or a member who has not finished onboarding', async () => {
  const { client_id } = client;
  const request = `q${Buffer.from(`client_id=${client_id}&redirect_uri=${outOfBand}&response_type=code`).toString('base64url')}`;
  const answer = (token: string | undefined, headers: Record<string, string> = {}) =>
    app.call('POST', '/client-apps/consent', { token, json: { request, is_allowed: true }, headers });
  const newcomer = await addTestMember(app, { bio: null });
  expect((await answer(ada.token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await answer(ada.token, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await answer(undefined)).status).toBe(401);
  expect((await answer(newcomer.token)).status).toBe(403);
  expect((await answer(await signInToApp(app, ada))).status).toBe(403);
  expect((await answer(ada.token)).status).toBe(200);
});

test('an app cannot register without a safe redirect URI, or for scopes that give nothing here', async () => {
  const register = async (fields: Record<string, string>) =>
    (await sendForm(app, '/api/v1/apps', { client_name: 'App', redirect_uris: outOfBand, scopes: 'read', ...fields })).status;
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://phanpy.example/',
    'https://a.example/#x',
    'https://u:p@a.example/',
    'https://a.example/\0',
    `https://a.example/${'x'.repeat(2000)}`,
    Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`).join(' '),
    'nonsense',
    '',
  ])
    expect([uri, await register({ redirect_uris: uri })]).toEqual([uri, 422]);
  for (const uri of ['http://localhost:5173/', 'http://127.0.0.1/x', 'https://a.example/x', 'app://back'])
    expect([uri, await register({ redirect_uris: uri })]).toEqual([uri, 200]);
  for (const scopes of ['admin:read', 'read admin:write:accounts', 'crypto', 'write:conversations'])
    expect([scopes, await register({ scopes })]).toEqual([scopes, 422]);
  expect(await register({ client_name: '' })).toBe(422);
});

test('an app’s own token opens nothing that needs a member', async () => {
  const { status, json } = await sendForm(app, '/oauth/token', { grant_type: 'client_credentials', ...client });
  expect([status, json.token_type]).toEqual([200, 'Bearer']);
  expect((await app.call('GET', '/instance', { token: json.access_token })).status).toBe(200);
  expect((await app.call('GET', '/timelines/home', { token: json.access_token })).status).toBe(401);
  const wrong = await sendForm(app, '/oauth/token', { grant_type: 'client_credentials', client_id: client.client_id, client_secret: 'x' });
  expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client']);
  expect((await sendForm(app, '/oauth/token', { grant_type: 'password', ...client })).json.error).toBe('unsupported_grant_type');
});

test('a session is no token of an app', async () => {
  const { status, json } = await app.call('GET', '/timelines/home', { token: ada.token });
  expect([status, json]).toEqual([401, { error: expect.any(String) }]);
});

test('an app without a token is deleted after a day, with the codes that have expired', async () => {
  const [unused, used, fresh] = [await registerTestClient(app), await registerTestClient(app), await registerTestClient(app)];
  await exchange(app, used, (await consent(app, ada, { client_id: used.client_id })).json.data.code);
  await app.db.run(`update client_apps set created_at = now() - interval '25 hours' where id <> $1`, [fresh.client_id]);
  await app.db.run(`update client_app_codes set expires_at = now() - interval '1 second'`);
  await addJob(app.db, 'sweep_client_apps', null);
  await runJobs(app.context);
  const ids = (await app.db.rows<{ id: string }>('select id from client_apps')).map(({ id }) => id);
  expect([unused, used, fresh].map(({ client_id }) => ids.includes(client_id))).toEqual([false, true, true]);
  expect(await app.db.rows('select from client_app_codes')).toEqual([]);
  client = await registerTestClient(app);
});

test('while apps are switched off, every call answers like an unknown address', async () => {
  const token = await signInToApp(app, ada);
  await turnOnClientApps(app, 'off');
  const unknown = await app.call('GET', '/nothing-here', { token });
  const answerOf = async (method: string, path: string) => {
    const { status, json, headers } = await app.call(method, `${app.url}${path}`, { token });
    const { request_id: _, ...body } = json;
    return { status, body, origin: headers.get('access-control-allow-origin') };
  };
  const { request_id: _, ...body } = unknown.json;
  for (const [method, path] of [
    ['GET', '/api/v1/instance'],
    ['OPTIONS', '/api/v1/instance'],
    ['GET', '/api/v1/timelines/home'],
    ['POST', '/api/v1/statuses'],
    ['POST', '/api/v1/apps'],
    ['POST', '/oauth/token'],
    ['GET', '/oauth/authorize'],
    ['GET', '/.well-known/oauth-authorization-server'],
  ] as const)
    expect([path, await answerOf(method, path)]).toEqual([path, { status: 404, body, origin: null }]);
  expect((await app.call('GET', '/client-apps/consent?request=q', { token: ada.token })).status).toBe(404);
  expect((await me(token)).status).toBe(404);
});
