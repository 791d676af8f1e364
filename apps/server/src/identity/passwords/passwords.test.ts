import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';

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

const newPassword = 'indigo cloth 1924';
const change = (token: string | undefined, changes: Record<string, unknown> = {}, on = app) =>
  on.call('PUT', '/me/password', {
    token,
    json: { current_password: testPassword, password: newPassword, password_confirmation: newPassword, ...changes },
  });
const logIn = (email: string, password: string) => app.call('POST', '/auth/login', { json: { email, password } });
const statusOf = async (token: string, on = app): Promise<number> => (await on.call('GET', '/me', { token })).status;

test('changing the password keeps this session, ends others on every node and mails the owner', async () => {
  const outbox = openOutbox(app);
  await runJobs(app.context);
  await outbox.take();
  const member = await addTestAccount(app);
  const otherSession = await logIn(member.email, testPassword);
  expect(await statusOf(otherSession.json.token, otherNode)).toBe(200);
  const { status, json } = await change(member.token);
  expect([status, json]).toEqual([200, { message: sentences.passwordUpdated }]);
  expect(await statusOf(otherSession.json.token, otherNode)).toBe(401);
  const cookie = `mbari_refresh=${refreshCookieOf(otherSession)}`;
  expect((await otherNode.call('POST', '/auth/refresh', { headers: { cookie } })).status).toBe(401);
  expect(await statusOf(member.token)).toBe(200);
  expect((await logIn(member.email, testPassword)).json.code).toBe('invalid_credentials');
  expect((await logIn(member.email, newPassword)).status).toBe(200);
  await runJobs(app.context);
  expect((await outbox.take()).map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Your password was changed']]);
});

test('a wrong or missing current password gets an error at its field, not 401', async () => {
  const member = await addTestAccount(app);
  for (const current_password of ['something else', '', undefined, 7, testPassword.toUpperCase(), 'x'.repeat(5_000)]) {
    const { status, json } = await change(member.token, { current_password });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['current_password']]);
  }
  expect(await statusOf(member.token)).toBe(200);
  expect((await logIn(member.email, testPassword)).status).toBe(200);
});

test('visitors cannot change a password; unverified members can change their own', async () => {
  expect((await change(undefined)).status).toBe(401);
  const pending = await addTestAccount(app, { email_verified_at: null });
  expect((await change(pending.token)).status).toBe(200);
});

test('a member without a password is referred to ‘Forgot your password’', async () => {
  const member = await addTestMember(app, { password_hash: null });
  const { status, json } = await change(member.token);
  expect([status, json.code]).toEqual([422, 'validation']);
  expect(json.errors).toEqual({ current_password: [expect.stringContaining('Forgot your password')] });
});

test('a new password must be long enough, repeated correctly and uncommon', async () => {
  const member = await addTestAccount(app, { username: 'wole.soyinka', name: 'Akinwande' });
  const refusalOf = async (password: string, confirmation = password): Promise<unknown> => {
    const { status, json } = await change(member.token, { password, password_confirmation: confirmation });
    return [status, json.errors];
  };
  expect(await refusalOf('short')).toEqual([422, { password: [sentences.passwordTooShort] }]);
  expect(await refusalOf(newPassword, 'another')).toEqual([422, { password_confirmation: [sentences.passwordsDiffer] }]);
  for (const common of ['password1', 'QWERTYUIOP', 'trustno1', 'WOLE.soyinka', 'akinwande', member.email])
    expect(await refusalOf(common)).toEqual([422, { password: [sentences.passwordTooCommon] }]);
  expect((await change(member.token)).status).toBe(200);
});

test('of two concurrent password changes, one succeeds and the other is refused', async () => {
  const member = await addTestAccount(app);
  const { token } = await addTestSession(app, member.id);
  const passwords = ['indigo cloth 1924', 'palm oil lamp 77'];
  const answers = await Promise.all(
    [member.token, token].map((bearer, index) =>
      change(bearer, { password: passwords[index], password_confirmation: passwords[index] }, index ? otherNode : app),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toSatisfy(
    (statuses: number[]) => statuses[0] === 200 && [401, 422].includes(statuses[1]!),
  );
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await logIn(member.email, passwords[winner]!)).status).toBe(200);
});

test('a sign-in with the old password during the change is refused, or its session ends', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await addTestAccount(app);
    const [entered, changeAnswer] = await Promise.all([logIn(member.email, testPassword), change(member.token)]);
    expect(changeAnswer.status).toBe(200);
    expect([200, 422]).toContain(entered.status);
    if (entered.status === 200) expect(await statusOf(entered.json.token)).toBe(401);
  }
});

test('a member may guess the current password ten times in ten minutes', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const member = await addTestAccount(strict);
    for (let count = 0; count < 10; count += 1)
      expect((await change(member.token, { current_password: 'a guess' }, strict)).status).toBe(422);
    const eleventh = await change(member.token, {}, strict);
    expect([eleventh.status, eleventh.json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
