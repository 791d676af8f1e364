import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { openLog } from '../../platform/adapters/log.ts';
import { secretsFrom } from '../../platform/adapters/secrets.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { addTestAccount } from '../../testing/accounts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox, type TestMail } from '../../testing/outbox.ts';
import { mailResetLink } from './reset-password.ts';

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
