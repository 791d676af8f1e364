import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { openLog } from '../../platform/adapters/log.ts';
import { secretsFrom } from '../../platform/adapters/secrets.ts';
import type { JobRun } from '../../platform/jobs/add-job.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox, type TestMail } from '../../testing/mails.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { mailResetLink } from './reset-password.ts';

describe('resetting a password', () => {
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
  beforeEach(async () => void (await mails()));

  const newPassword = 'indigo cloth 1924';

  const forgot = (email: unknown, on = app) => on.call('POST', '/auth/forgot-password', { json: { email } });
  const reset = (link: { token: unknown; email: unknown }, password = newPassword, on = app) =>
    on.call('POST', '/auth/reset-password', { json: { ...link, password, password_confirmation: password } });
  const logIn = (email: string, password: string) => app.call('POST', '/auth/login', { json: { email, password } });
  const statusOf = async (token: string, on = app): Promise<number> => (await on.call('GET', '/me', { token })).status;

  async function mails(): Promise<TestMail[]> {
    await runJobs(app.context);
    return openOutbox(app).take();
  }

  async function linkFor(email: string): Promise<{ token: string; email: string }> {
    expect((await forgot(email)).status).toBe(200);
    const [mail] = await mails();
    return linkIn(mail!);
  }

  function linkIn(mail: TestMail): { token: string; email: string } {
    const link = new URL(mail.links.find((address) => address.includes('/reset-password'))!);
    expect([link.origin, link.pathname]).toEqual([app.context.config.publicUrl.origin, '/reset-password']);
    return { token: link.searchParams.get('token')!, email: link.searchParams.get('email')! };
  }

  async function expectInvalid(link: { token: unknown; email: unknown }, password?: string): Promise<void> {
    const { status, json, headers } = await reset(link, password);
    expect([status, json.code, json.message, json.errors]).toEqual([
      422,
      'invalid_reset_token',
      sentences.resetLinkInvalid,
      { token: [sentences.resetLinkInvalid] },
    ]);
    expect(headers.get('set-cookie')).toBeNull();
  }

  test('a member who forgot the password sets a new one by a mailed link', async () => {
    const member = await addTestAccount(app, { name: 'Buchi Emecheta' });
    const answer = await forgot(`  ${member.email.toUpperCase()} `);
    expect([answer.status, answer.json]).toEqual([200, { message: sentences.resetMailed }]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: member.email, subject: 'Set a new password' });
    expect(mail!.text).toContain('60 minutes');
    const link = linkIn(mail!);
    expect(link.token).toMatch(/^[\w-]{43}$/);
    const done = await reset(link);
    expect([done.status, done.json]).toEqual([200, { message: sentences.passwordReset }]);
    expect(done.headers.get('set-cookie')).toBeNull();
    expect((await logIn(member.email, newPassword)).status).toBe(200);
    expect((await logIn(member.email, testPassword)).json.code).toBe('invalid_credentials');
  });

  test('a new password ends all sessions on every node and mails the owner', async () => {
    const member = await addTestAccount(app);
    const otherSession = (await logIn(member.email, testPassword)).json.token as string;
    expect(await statusOf(otherSession, otherNode)).toBe(200);
    await reset(await linkFor(member.email));
    for (const token of [member.token, otherSession]) {
      expect(await statusOf(token)).toBe(401);
      expect(await statusOf(token, otherNode)).toBe(401);
    }
    const notes = await mails();
    expect(notes.map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Your password was reset']]);
  });

  test('a link works once, also concurrently', async () => {
    const member = await addTestAccount(app);
    const link = await linkFor(member.email);
    const passwords = Array.from({ length: 10 }, (_, index) => `indigo cloth ${index} 1924`);
    const answers = await Promise.all(passwords.map((password, index) => reset(link, password, index % 2 ? otherNode : app)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, json } of answers) if (status !== 200) expect([status, json.code]).toEqual([422, 'invalid_reset_token']);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await logIn(member.email, winner)).status).toBe(200);
    await expectInvalid(link);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your password was reset']);
  });

  test('a newer link replaces the previous one', async () => {
    const member = await addTestAccount(app);
    const first = await linkFor(member.email);
    const second = await linkFor(member.email);
    await expectInvalid(first);
    expect((await reset(second)).status).toBe(200);
  });

  test('a link is valid for an hour and then swept', async () => {
    const member = await addTestAccount(app);
    const link = await linkFor(member.email);
    const { rows } = await app.db.pool.query<{ minutes: number }>(
      'select round(extract(epoch from expires_at - now()) / 60)::int as minutes from password_resets where member_id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await app.db.pool.query('update password_resets set expires_at = now() where member_id = $1', [member.id]);
    await expectInvalid(link);
    await app.db.pool.query(`select graphile_worker.add_job('sweep_resets')`);
    const still = await addTestAccount(app);
    const validToken = await linkFor(still.email);
    const resets = await app.db.pool.query('select member_id from password_resets where member_id = any($1)', [[member.id, still.id]]);
    expect(resets.rows).toEqual([{ member_id: still.id }]);
    expect((await reset(validToken)).status).toBe(200);
  });

  test('links with another member’s address, a made-up token or malformed fields get the same refusal', async () => {
    const member = await addTestAccount(app);
    const neighbour = await addTestAccount(app);
    const { token } = await linkFor(member.email);
    await expectInvalid({ token, email: neighbour.email });
    await expectInvalid({ token: 'a'.repeat(43), email: member.email });
    await expectInvalid({ token: '', email: member.email });
    await expectInvalid({ token: 'x'.repeat(10_000), email: member.email });
    await expectInvalid({ token: { toString: '1' }, email: member.email });
    await expectInvalid({ token: [token], email: member.email });
    for (const email of ['a\0b', 'a@b.com\0', '\ud800@example.test', 'x'.repeat(300)]) await expectInvalid({ token, email });
    await expectInvalid({ token, email: [member.email, neighbour.email] });
    await expectInvalid({ token: undefined, email: undefined });
    expect((await reset({ token, email: ` ${member.email.toUpperCase()}` })).status).toBe(200);
  });

  test('a change of address or password invalidates a link', async () => {
    const movedMember = await addTestAccount(app);
    const link = await linkFor(movedMember.email);
    await app.db.pool.query('update members set email = $2 where id = $1', [movedMember.id, `moved-${movedMember.email}`]);
    await expectInvalid(link);
    await expectInvalid({ ...link, email: `moved-${movedMember.email}` });

    const changedMember = await addTestAccount(app);
    const openToken = await linkFor(changedMember.email);
    const json = { current_password: testPassword, password: newPassword, password_confirmation: newPassword };
    expect((await app.call('PUT', '/me/password', { token: changedMember.token, json })).status).toBe(200);
    await expectInvalid(openToken, 'palm oil lamp 77');
  });

  test('a link does not apply to an account whose address changes concurrently', async () => {
    const member = await addTestAccount(app);
    const link = await linkFor(member.email);
    const answer = await whileChanging(
      app,
      () => reset(link),
      (run) => run('update members set email = $2 where id = $1', [member.id, `gone-${member.email}`]),
      () => undefined,
    );
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid_reset_token']);
    expect((await logIn(`gone-${member.email}`, testPassword)).status).toBe(200);
  });

  test('a refused password does not use up the link', async () => {
    const member = await addTestAccount(app, { username: 'chimamanda', name: 'Chimamanda Adichie' });
    const link = await linkFor(member.email);
    const refusalOf = async (password: string, confirmation = password): Promise<unknown> => {
      const json = { ...link, password, password_confirmation: confirmation };
      const answer = await app.call('POST', '/auth/reset-password', { json });
      return [answer.status, answer.json.code, answer.json.errors];
    };
    expect(await refusalOf('short')).toEqual([422, 'validation', { password: [sentences.passwordTooShort] }]);
    expect(await refusalOf(newPassword, 'something else')).toEqual([
      422,
      'validation',
      { password_confirmation: [sentences.passwordsDiffer] },
    ]);
    for (const common of ['Password123', 'iloveyou', 'Chimamanda', 'chimamanda adichie', member.email, member.email.split('@')[0]!])
      expect(await refusalOf(common)).toEqual([422, 'validation', { password: [sentences.passwordTooCommon] }]);
    expect(await statusOf(member.token)).toBe(200);
    expect((await reset(link)).status).toBe(200);
  });

  test('following the link verifies a pending account', async () => {
    const email = 'shared-reset@example.test';
    await addTestAccount(app, { email, email_verified_at: null });
    const newest = await addTestAccount(app, { email, email_verified_at: null });
    const link = await linkFor(email);
    expect((await reset(link)).status).toBe(200);
    const { json } = await logIn(email, newPassword);
    expect(json.user).toMatchObject({ id: newest.id, email_verified: true });
    expect((await mails()).map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      `${email}: Welcome to Mbari`,
      `${email}: Your password was reset`,
    ]);
  });

  test('a pending account whose address another member verified gets no access by a link', async () => {
    const email = 'raced-reset@example.test';
    const first = await addTestAccount(app, { email, email_verified_at: null });
    const second = await addTestAccount(app, { email, email_verified_at: null });
    const link = await linkFor(email);
    await app.db.pool.query('update members set email_verified_at = now() where id = $1', [first.id]);
    await expectInvalid(link);
    expect(await statusOf(second.token)).toBe(200);
    const ownToken = await linkFor(email);
    expect((await reset(ownToken)).status).toBe(200);
    expect((await logIn(email, newPassword)).json.user.id).toBe(first.id);
  });

  test('a suspended member is mailed no reset links, and earlier links stop working', async () => {
    const email = 'held-reset@example.test';
    const owner = await addTestAccount(app, { email });
    await addTestAccount(app, { email, email_verified_at: null });
    const link = await linkFor(email);
    await app.db.pool.query('update members set suspended_at = now() where id = $1', [owner.id]);
    await expectInvalid(link);
    expect((await forgot(email)).status).toBe(200);
    expect(await mails()).toEqual([]);
  });

  test('a member who joined through the provider sets a first password by a reset link', async () => {
    const member = await addTestMember(app, { password_hash: null });
    expect((await reset(await linkFor(member.email))).status).toBe(200);
    expect((await logIn(member.email, newPassword)).json.user.id).toBe(member.id);
  });

  test('within 14 days of closing, a member may set a password; only signing in reopens the account', async () => {
    const member = await addTestAccount(app, { closed_at: new Date() });
    expect((await reset(await linkFor(member.email))).status).toBe(200);
    const isClosed = async (): Promise<boolean> =>
      (await app.db.row<{ closed: boolean }>('select closed_at is not null as closed from members where id = $1', [member.id]))!.closed;
    expect(await isClosed()).toBe(true);
    expect((await logIn(member.email, newPassword)).status).toBe(200);
    expect(await isClosed()).toBe(false);
  });

  test('a new password cancels a pending change of address', async () => {
    const member = await addTestAccount(app);
    const ask = () => app.db.pool.query('insert into email_changes (member_id, email) values ($1, $2)', [member.id, 'eve@example.test']);
    const answer = async () => (await app.db.pool.query('select from email_changes where member_id = $1', [member.id])).rowCount;
    await ask();
    await reset(await linkFor(member.email));
    expect(await answer()).toBe(0);
  });
});

describe('asking for a reset link', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => void (await mails()));

  const newPassword = 'indigo cloth 1924';

  const forgot = (email: unknown, on = app) => on.call('POST', '/auth/forgot-password', { json: { email } });
  const reset = (link: { token: unknown; email: unknown }, password = newPassword, on = app) =>
    on.call('POST', '/auth/reset-password', { json: { ...link, password, password_confirmation: password } });

  async function mails(): Promise<TestMail[]> {
    await runJobs(app.context);
    return openOutbox(app).take();
  }

  const run = (): JobRun => ({ context: app.context, signal: new AbortController().signal, attempt: 1 });

  const tokenIn = (mail: TestMail): string =>
    new URL(mail.links.find((address) => address.includes('/reset-password'))!).searchParams.get('token')!;

  test('requests for known and unknown addresses get the same answer and queue equally many jobs', async () => {
    const member = await addTestAccount(app);
    const suspended = await addTestAccount(app, { suspended_at: new Date() });
    const closedMember = await addTestAccount(app, { closed_at: new Date(Date.now() - 15 * 24 * 60 * 60 * 1000) });
    const jobs = async (): Promise<number> => (await app.db.pool.query('select from graphile_worker._private_jobs')).rowCount!;
    const answers = [];
    for (const email of [member.email, suspended.email, closedMember.email, 'nobody@example.test']) {
      const jobsBefore = await jobs();
      const { status, text, headers } = await forgot(email);
      answers.push(JSON.stringify([status, text, [...headers.keys()].sort(), (await jobs()) - jobsBefore]));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await mails()).map(({ to }) => to)).toEqual([member.email]);
  });

  test('two addresses in one request are refused, and nobody is mailed', async () => {
    const member = await addTestAccount(app);
    const { status, json } = await forgot([member.email, 'eve@example.test']);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['email']]);
    expect(await mails()).toEqual([]);
  });

  test('a token is only in the mail, not in tables or jobs', async () => {
    const member = await addTestAccount(app);
    const everything = async (): Promise<string> => {
      const { rows } = await app.db.pool.query<{ text: string }>(
        `select to_jsonb(r)::text as text from password_resets r union all select to_jsonb(j)::text from graphile_worker._private_jobs j`,
      );
      return rows.map(({ text }) => text).join('\n');
    };
    await mailResetLink({ email: member.email }, run());
    const stored = await everything();
    expect(stored).toContain('sealed_token');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const token = tokenIn(mail!);
    expect(`${stored}\n${await everything()}`).not.toContain(token);
  });

  test('a queued mail is dropped once its link is used, superseded or expired', async () => {
    const member = await addTestAccount(app);
    await mailResetLink({ email: member.email }, run());
    await mailResetLink({ email: member.email }, run());
    expect(await mails()).toHaveLength(1);
    await mailResetLink({ email: member.email }, run());
    await app.db.pool.query('update password_resets set expires_at = now() where member_id = $1', [member.id]);
    expect(await mails()).toEqual([]);
  });

  test('a link queued under another signing key is dropped and logged', async () => {
    const member = await addTestAccount(app);
    await mailResetLink({ email: member.email }, { ...run(), context: { ...app.context, secrets: secretsFrom(randomBytes(32)) } });
    const lines: Record<string, unknown>[] = [];
    const log = openLog('error', new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }));
    await runJobs({ ...app.context, log });
    expect(await openOutbox(app).take()).toEqual([]);
    expect(lines).toMatchObject([{ level: 50, kind: 'reset', msg: 'a mail was given up: it was queued under another signing key' }]);
  });

  test('five links per address, and ten requests and ten attempts per client, are allowed in half an hour', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
    try {
      for (let count = 0; count < 5; count += 1) expect((await forgot(`ada+${count}@example.test`, strict)).status).toBe(200);
      const sixth = await forgot('ada@example.test', strict);
      expect([sixth.status, sixth.json.code]).toEqual([429, 'too_many_requests']);
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
      expect([sixth.headers.get('ratelimit-limit'), sixth.headers.get('ratelimit-remaining')]).toEqual(['5', '0']);
      for (let count = 0; count < 4; count += 1) expect((await forgot(`eve${count}@example.test`, strict)).status).toBe(200);
      expect((await forgot('somebody@example.test', strict)).status).toBe(429);
      const unknownReset = { token: 'a'.repeat(43), email: 'ada@example.test' };
      for (let count = 0; count < 10; count += 1) expect((await reset(unknownReset, newPassword, strict)).status).toBe(422);
      const eleventh = await reset(unknownReset, newPassword, strict);
      expect([eleventh.status, eleventh.headers.get('ratelimit-limit')]).toEqual([429, '10']);
    } finally {
      await strict.close();
    }
  });
});
