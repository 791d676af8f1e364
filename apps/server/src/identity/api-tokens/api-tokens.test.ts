import { scopes } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestApiToken, addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { openOutbox } from '../../testing/mails.ts';
import { addComment } from '../../testing/matrix/world.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';

describe('api tokens', () => {
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

  const wanted = { name: 'Backup script', scopes: ['read'], days: 30, password: testPassword };
  const create = ({ token }: TestMember, change: object = {}) =>
    app.call('POST', '/auth/tokens', { token, json: { ...wanted, ...change } });
  const list = async ({ token }: TestMember) => (await app.call('GET', '/auth/tokens', { token })).json.data;
  const statusOf = async (token: string, on = app): Promise<number> => (await on.call('GET', '/me', { token })).status;

  test('a member creates a token, which acts as the member until its end', async () => {
    const member = await addTestAccount(app);
    const { status, json } = await create(member, { scopes: ['write:photos', 'read', 'read'] });
    expect(status).toBe(201);
    expect(json.token).toMatch(/^mbari_pat_[\w-]{43}$/);
    expect(json.data).toMatchObject({ name: 'Backup script', scopes: ['read', 'write:photos'], last_used_on: null, last_used_place: null });
    const days = (Date.parse(json.data.expires_at) - Date.parse(json.data.created_at)) / 86_400_000;
    expect(Math.round(days)).toBe(30);

    expect((await app.call('GET', '/me', { token: json.token })).json.data.id).toBe(member.id);
    const used = await list(member);
    expect(used).toEqual([{ ...json.data, last_used_on: new Date().toISOString().slice(0, 10), last_used_place: '127.0.0.0' }]);
    expect(JSON.stringify(used)).not.toContain(json.token);

    await app.db.run(`update api_tokens set expires_at = now() where member_id = $1`, [member.id]);
    const ended = await app.call('GET', '/me', { token: json.token });
    const unknown = await app.call('GET', '/me', { token: 'a'.repeat(43) });
    expect([ended.status, ended.json.code, ended.json.message]).toEqual([401, unknown.json.code, unknown.json.message]);
    expect((await app.call('GET', `/users/${member.username}`, { token: json.token })).status).toBe(401);
  });

  test('a token is read from the Authorization header only', async () => {
    const member = await addTestMember(app);
    const token = await addTestApiToken(app, member.id);
    expect((await app.call('GET', `/me?token=${token}&access_token=${token}`)).status).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  test('the day of the last use is written once a day', async () => {
    const member = await addTestMember(app);
    const token = await addTestApiToken(app, member.id);
    const version = async () =>
      (await app.db.row<{ xmin: string }>('select xmin::text from api_tokens where member_id = $1', [member.id]))?.xmin;
    await statusOf(token);
    const first = await version();
    await statusOf(token);
    expect(await version()).toBe(first);
    await app.db.run(`update api_tokens set last_used_on = current_date - 1, last_used_place = null where member_id = $1`, [member.id]);
    await statusOf(token);
    expect((await list(member))[0]).toMatchObject({ last_used_on: new Date().toISOString().slice(0, 10), last_used_place: '127.0.0.0' });
  });

  test('creating a token needs the password and mails the owner', async () => {
    const member = await addTestAccount(app);
    expect((await create(member, { password: undefined })).json.errors).toHaveProperty('password');
    expect((await create(member, { password: 'wrong' })).json.errors).toHaveProperty('password');
    expect(await list(member)).toEqual([]);
    await create(member);
    await runJobs(app.context);
    const mails = (await openOutbox(app).take()).filter(({ to }) => to.includes(member.email));
    expect(mails.map(({ subject }) => subject)).toEqual(['A token was created']);
    expect(mails[0]!.text).toContain('Backup script');
  });

  test.each([
    { scopes: [] },
    { scopes: ['write:everything'] },
    { scopes: 'read' },
    { name: '' },
    { days: 0 },
    { days: 366 },
    { days: '30' },
  ])('a token with %j is refused', async (change) => {
    const member = await addTestAccount(app);
    const { status, json } = await create(member, change);
    expect([status, json.code]).toEqual([422, 'validation']);
  });

  test('an account has at most fifty tokens', async () => {
    const member = await addTestAccount(app);
    for (let n = 0; n < limits.apiTokens - 1; n += 1) await addTestApiToken(app, member.id);
    expect((await Promise.all([create(member), create(member)])).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('a revoked token ends at once on every node, and only its owner can revoke it', async () => {
    const member = await addTestAccount(app);
    const stranger = await addTestMember(app, { role: 'admin' });
    const { token, data } = (await create(member, { days: null })).json;
    expect(data.expires_at).toBeNull();
    expect(await statusOf(token, otherNode)).toBe(200);
    const revoke = (by: TestMember) => app.call('DELETE', `/auth/tokens/${data.id}`, { token: by.token });
    const missing = await app.call('DELETE', `/auth/tokens/${newId()}`, { token: stranger.token });
    const foreign = await revoke(stranger);
    expect([foreign.status, foreign.json.message]).toEqual([404, missing.json.message]);
    expect((await revoke(member)).status).toBe(200);
    expect([await statusOf(token, otherNode), await statusOf(token)]).toEqual([401, 401]);
    expect(await list(member)).toEqual([]);
  });

  test.each([
    ['a change of the password', (member: TestMember, more: object) => changePassword(member, more)],
    ['a reset of the password', (member: TestMember, more: object) => resetPassword(member, more)],
  ])('%s ends all tokens unless the member keeps them', async (_, change) => {
    const member = await addTestAccount(app);
    const token = await addTestApiToken(app, member.id);
    expect((await change(member, { end_tokens: false })).status).toBe(200);
    expect(await statusOf(token)).toBe(200);
    const again = await addTestAccount(app);
    const other = await addTestApiToken(app, again.id);
    expect((await change(again, {})).status).toBe(200);
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  const twice = { password: 'a new kola nut', password_confirmation: 'a new kola nut' };

  const changePassword = ({ token }: TestMember, more: object) =>
    app.call('PUT', '/me/password', { token, json: { current_password: testPassword, ...twice, ...more } });

  async function resetPassword({ email }: TestMember, more: object) {
    await app.call('POST', '/auth/forgot-password', { json: { email } });
    await runJobs(app.context);
    const links = (await openOutbox(app).take()).flatMap((mail) => mail.links).filter((link) => link.includes('/reset-password?'));
    const token = new URL(links[0]!).searchParams.get('token');
    return app.call('POST', '/auth/reset-password', { json: { token, email, ...twice, ...more } });
  }

  test.each([
    ['suspended', async (member: TestMember) => asAdmin('POST', `/moderation/users/${member.id}/suspend`, { reason: 'Spam' })],
    ['signed out by an admin', async (member: TestMember) => asAdmin('DELETE', `/admin/users/${member.id}/sessions`)],
    ['closed by its owner', ({ token }: TestMember) => app.call('DELETE', '/me', { token, json: { password: testPassword } })],
  ])('the tokens of an account that is %s never work again', async (_, end) => {
    const member = await addTestAccount(app);
    const token = await addTestApiToken(app, member.id);
    expect(await statusOf(token)).toBe(200);
    expect((await end(member)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    await setMember(app, member, { suspended_at: null, closed_at: null });
    expect(await statusOf(token)).toBe(401);
  });

  async function asAdmin(method: string, path: string, json?: object) {
    const { token } = await addTestMember(app, { role: 'admin' });
    return app.call(method, path, { token, ...(json && { json }) });
  }

  test('a token cannot create or read tokens, sessions, sign-in methods or direct messages', async () => {
    const member = await addTestAccount(app);
    const token = await addTestApiToken(app, member.id);
    const closed = ['/auth/tokens', '/me/sessions', '/me/security', '/conversations', '/me/export', '/events'];
    for (const path of closed) {
      const { status, json } = await app.call('GET', path, { token });
      expect([path, status, json.code, json.reason]).toEqual([path, 403, 'scope_required', 'closedToTokens']);
    }
    expect((await app.call('POST', '/auth/tokens', { token, json: wanted })).json.code).toBe('scope_required');
    expect((await app.call('POST', '/auth/logout', { token })).status).toBe(403);
  });

  test('an organiser’s token does not moderate, and reads as an organiser only with admin:read', async () => {
    const organiser = await addTestMember(app, { role: 'admin' });
    const author = await addTestMember(app);
    const photo = await addTestPhoto(app, author);
    const comment = await addComment(app, photo.id, author, 'Fine work.');
    const topic = await addTestTopic(app, author);
    const reply = await addTestReply(app, topic, author);
    const token = await addTestApiToken(app, organiser.id);
    const calls = [
      ['DELETE', `/photos/${photo.id}`],
      ['DELETE', `/photos/${photo.id}/comments/${comment}`],
      ['DELETE', `/forum/topics/${topic.id}`],
      ['DELETE', `/forum/topics/${topic.id}/posts/${reply.id}`],
      ['POST', `/forum/topics/${topic.id}/lock`],
    ] as const;
    for (const [method, path] of calls) expect([path, (await app.call(method, path, { token })).status]).toEqual([path, 403]);
    expect((await app.call('GET', '/admin/health', { token })).status).toBe(200);
    const reading = await addTestApiToken(app, organiser.id, ['read']);
    const { json } = await app.call('GET', '/admin/health', { token: reading });
    expect([json.code, json.params]).toEqual(['scope_required', { scope: 'admin:read' }]);
    const members = await addTestApiToken(app, author.id, scopes);
    expect((await app.call('GET', '/admin/health', { token: members })).json.code).toBe('admin_only');
  });

  test('an Idempotency-Key prevents a second post from the same token', async () => {
    const member = await addTestMember(app);
    const token = await addTestApiToken(app, member.id, ['write:photos']);
    const photo = await addTestPhoto(app, await addTestMember(app));
    const comment = () =>
      app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content: 'Welcome!' }, headers: { 'idempotency-key': 'one' } });
    const [first, second] = [await comment(), await comment()];
    expect([first.status, second.json.data.id]).toEqual([201, first.json.data.id]);
  });

  test('ended tokens are deleted after thirty days', async () => {
    const member = await addTestMember(app);
    for (const days of [29, 31]) {
      await addTestApiToken(app, member.id);
      await app.db.run(`update api_tokens set expires_at = now() - $2 * interval '1 day' where member_id = $1 and expires_at is null`, [
        member.id,
        days,
      ]);
    }
    await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions')`);
    await runJobs(app.context);
    expect(await list(member)).toHaveLength(1);
  });
});

describe('limits of API tokens', () => {
  test('calls of tokens have limits of their own, so that a script does not lock its owner out', async () => {
    const app = await startTestApp({ RATE_LIMIT_SCALE: '0.01' });
    try {
      const member = await addTestMember(app);
      const askWith = async (token: string, times: number) => {
        const statuses: number[] = [];
        for (let n = 0; n < times; n += 1) statuses.push((await app.call('GET', '/me', { token })).status);
        return statuses;
      };
      const [first, second, third] = [
        await addTestApiToken(app, member.id),
        await addTestApiToken(app, member.id),
        await addTestApiToken(app, member.id),
      ];
      // 6 a token, 15 for all tokens of a member.
      expect(await askWith(first, 7)).toEqual([...Array<number>(6).fill(200), 429]);
      expect(await askWith(second, 6)).toEqual(Array(6).fill(200));
      expect(await askWith(third, 4)).toEqual([200, 200, 200, 429]);
      expect(await askWith(member.token, 1)).toEqual([200]);
    } finally {
      await app.close();
    }
  });
});
