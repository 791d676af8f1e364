import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';
import { addTestTotp, codeOf } from '../../testing/passkeys.ts';
import { findStepOfCode, newSecret, removeTotpByUsernameOrEmail, secretUri } from './second-factor.ts';

describe('second factor', () => {
  let app: TestApp;
  let clock = new Date();
  beforeAll(async () => void (app = await startTestApp({}, { now: () => clock })));
  afterAll(() => app.close());
  // The middle of a time step, so no step begins during a test.
  beforeEach(() => void (clock = new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)));

  const seconds = (count: number): Date => new Date(clock.getTime() + count * 1000);
  const logIn = ({ email }: TestMember, code?: string, password = testPassword) =>
    app.call('POST', '/auth/login', { json: { email, password, device_name: 'web', ...(code !== undefined && { code }) } });
  const start = ({ token }: TestMember, password: string | undefined = testPassword) =>
    app.call('POST', '/me/totp', { token, json: { password } });
  const confirm = ({ token }: TestMember, code: string) => app.call('POST', '/me/totp/confirm', { token, json: { code } });

  async function noticesOf({ id }: TestMember): Promise<string[]> {
    const { rows } = await app.db.pool.query<{ notice: string }>(
      `select payload->>'notice' as notice from graphile_worker._private_jobs where payload->>'kind' = 'notice' and payload->>'member_id' = $1 order by id`,
      [id],
    );
    return rows.map(({ notice }) => notice);
  }

  async function withSecondStep(): Promise<{ member: TestMember; secret: string; codes: string[] }> {
    const member = await addTestAccount(app);
    const { secret } = (await start(member)).json.data;
    const { recovery_codes: codes } = (await confirm(member, codeOf(secret, seconds(-30)))).json;
    return { member, secret, codes };
  }

  test('a second step is on once its owner confirms a code, and the owner is mailed', async () => {
    const member = await addTestAccount(app);
    const wrongPassword = await start(member, 'not the password');
    expect([wrongPassword.status, Object.keys(wrongPassword.json.errors)]).toEqual([422, ['password']]);
    const setUp = await start(member);
    expect(setUp.status).toBe(200);
    const { secret, uri } = setUp.json.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Mbari:${member.email}?issuer=Mbari&`);
    expect((await logIn(member)).status, 'nothing is asked for before a code was confirmed').toBe(200);
    expect((await confirm(member, '12345')).json.code).toBe('invalid_code');
    expect(await noticesOf(member)).toEqual([]);

    const on = await confirm(member, codeOf(secret, clock));
    expect(on.status).toBe(200);
    expect(on.json.recovery_codes).toHaveLength(10);
    for (const code of on.json.recovery_codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect(new Set(on.json.recovery_codes).size).toBe(10);
    expect(await noticesOf(member)).toEqual(['totp_on']);
    expect((await logIn(member)).status).toBe(403);
    const secondStart = await start(member);
    expect([secondStart.status, secondStart.json.code]).toEqual([409, 'conflict']);
    expect((await confirm(member, codeOf(secret, seconds(30)))).status).toBe(409);
  });

  test('starting the set-up again replaces the unconfirmed secret', async () => {
    const member = await addTestAccount(app);
    const first = (await start(member)).json.data.secret;
    const second = (await start(member)).json.data.secret;
    expect((await confirm(member, codeOf(first, clock))).status).toBe(422);
    expect((await confirm(member, codeOf(second, clock))).status).toBe(200);
    const memberWithout = await addTestAccount(app);
    expect((await confirm(memberWithout, '123456')).status, 'what was never begun').toBe(409);
  });

  test('the database reveals neither the secret nor a recovery code', async () => {
    const { member, secret, codes } = await withSecondStep();
    const { rows } = await app.db.pool.query(
      `select t::text, encode(convert_to(t::text, 'UTF8'), 'escape') from totp_secrets t where member_id = $1
     union all select r::text, encode(r.code_hash, 'escape') from recovery_codes r where member_id = $1`,
      [member.id],
    );
    expect(rows).toHaveLength(11);
    const storedText = JSON.stringify(rows);
    for (const word of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(storedText).not.toContain(word);
  });

  test('signing in asks for the code only after the right password', async () => {
    const { member, secret } = await withSecondStep();
    const firstLogin = await logIn(member);
    expect([firstLogin.status, firstLogin.json.code, firstLogin.json.message]).toEqual([
      403,
      'second_factor_required',
      'Enter the code of your authenticator app.',
    ]);
    expect(firstLogin.headers.get('set-cookie')).toBeNull();
    expect((await logIn(member, '')).json.code).toBe('second_factor_required');
    const wrongCode = await logIn(member, codeOf(secret, seconds(600)));
    expect([wrongCode.status, wrongCode.json.code, Object.keys(wrongCode.json.errors)]).toEqual([422, 'invalid_code', ['code']]);
    for (const code of [undefined, codeOf(secret, clock), '123456'])
      expect((await logIn(member, code, 'not the password')).json.code).toBe('invalid_credentials');
    const rightCode = await logIn(member, codeOf(secret, clock));
    expect([rightCode.status, rightCode.json.user?.id]).toEqual([200, member.id]);
  });

  test('a code works once, in its own and the adjacent time steps, with spaces and dashes ignored', async () => {
    const { member, secret } = await withSecondStep();
    expect((await logIn(member, codeOf(secret, seconds(-60)))).status).toBe(422);
    expect((await logIn(member, codeOf(secret, seconds(60)))).status).toBe(422);
    const code = codeOf(secret, clock);
    expect((await logIn(member, ` ${code.slice(0, 3)} ${code.slice(3)}\u00a0`)).status).toBe(200);
    expect((await logIn(member, code)).json.code).toBe('invalid_code');
    const next = codeOf(secret, seconds(30));
    expect((await logIn(member, `${next.slice(0, 3)}-${next.slice(3)}`)).status).toBe(200);
    expect((await logIn(member, code)).status, 'an older one than was taken').toBe(422);
    clock = seconds(60);
    expect((await logIn(member, codeOf(secret, seconds(-30)))).status, 'the one that was taken early').toBe(422);
    expect((await logIn(member, codeOf(secret, clock))).status).toBe(200);
  });

  test('the code that confirmed the set-up cannot sign in', async () => {
    const member = await addTestAccount(app);
    const { secret } = (await start(member)).json.data;
    expect((await confirm(member, codeOf(secret, clock))).status).toBe(200);
    expect((await logIn(member, codeOf(secret, clock))).json.code).toBe('invalid_code');
  });

  test('one code sent ten times concurrently signs in once', async () => {
    const { member, secret } = await withSecondStep();
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(member, codeOf(secret, clock))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
  });

  test('each recovery code replaces the app once, and the owner is mailed', async () => {
    const { member, codes } = await withSecondStep();
    const [first = '', second = ''] = codes;
    expect((await logIn(member, first)).status).toBe(200);
    expect(await noticesOf(member)).toEqual(['totp_on', 'recovery_code_used']);
    expect((await logIn(member, first)).json.code).toBe('invalid_code');
    expect((await logIn(member, ` ${second.replace('-', ' ').toLowerCase()} `)).status).toBe(200);
    const otherMember = await withSecondStep();
    expect((await logIn(member, otherMember.codes[0])).status, 'somebody else’s').toBe(422);
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(member, codes[2])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
    expect((await noticesOf(member)).filter((notice) => notice === 'recovery_code_used')).toHaveLength(3);
  });

  test('new recovery codes replace the old ones', async () => {
    const { member, codes } = await withSecondStep();
    const { token } = member;
    const replace = (password: string) => app.call('POST', '/me/recovery-codes', { token, json: { password } });
    expect((await replace('not the password')).status).toBe(422);
    const { status, json } = await replace(testPassword);
    expect(status).toBe(200);
    expect(await noticesOf(member)).toEqual(['totp_on', 'recovery_codes_replaced']);
    expect((await logIn(member, codes[0])).status).toBe(422);
    expect((await logIn(member, json.recovery_codes[0])).status).toBe(200);
    await Promise.all(Array.from({ length: 4 }, () => replace(testPassword)));
    const { rows } = await app.db.pool.query('select 1 from recovery_codes where member_id = $1', [member.id]);
    expect(rows, 'replaced at once, ten remain').toHaveLength(10);
    const without = await addTestAccount(app);
    const refusal = await app.call('POST', '/me/recovery-codes', { token: without.token, json: { password: testPassword } });
    expect([refusal.status, refusal.json.code]).toEqual([409, 'conflict']);
  });

  test('turning the second step off deletes its recovery codes and mails the owner', async () => {
    const { member, codes } = await withSecondStep();
    const { token } = member;
    const remove = (password: string) => app.call('DELETE', '/me/totp', { token, json: { password } });
    expect((await remove('not the password')).status).toBe(422);
    expect((await logIn(member)).status).toBe(403);
    expect((await remove(testPassword)).status).toBe(200);
    expect((await remove(testPassword)).status, 'off is off').toBe(200);
    expect(await noticesOf(member)).toEqual(['totp_on', 'totp_off']);
    expect((await logIn(member)).status).toBe(200);
    const { secret } = (await start(member)).json.data;
    await confirm(member, codeOf(secret, clock));
    expect((await logIn(member, codes[0])).status, 'a code from before').toBe(422);
  });

  test('a password reset keeps the second step', async () => {
    const { member, secret } = await withSecondStep();
    await app.call('POST', '/auth/forgot-password', { json: { email: member.email } });
    await runJobs(app.context);
    const mails = (await openOutbox(app).take()).filter(({ to }) => to === member.email);
    const link = new URL(mails.flatMap(({ links }) => links).find((address) => address.includes('/reset-password'))!);
    const password = 'indigo cloth 1924';
    const json = { token: link.searchParams.get('token'), email: member.email, password, password_confirmation: password };
    expect((await app.call('POST', '/auth/reset-password', { json })).status).toBe(200);
    expect((await logIn(member, undefined, password)).json.code).toBe('second_factor_required');
    expect((await logIn(member, codeOf(secret, clock), password)).status).toBe(200);
  });

  test('an operator turns the second step off for a member, who is mailed', async () => {
    const { member } = await withSecondStep();
    expect(await removeTotpByUsernameOrEmail(app.context, ` ${member.email.toUpperCase()} `)).toBe(true);
    expect(await noticesOf(member)).toEqual(['totp_on', 'totp_off']);
    expect((await logIn(member)).status).toBe(200);
    expect(await removeTotpByUsernameOrEmail(app.context, member.username)).toBe(false);
    await expect(removeTotpByUsernameOrEmail(app.context, 'nobody_at_all')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a suspended member is refused before the code is checked; a closed account reopens only with the code', async () => {
    const { member, secret } = await withSecondStep();
    await app.db.pool.query('update members set suspended_at = now() where id = $1', [member.id]);
    expect((await logIn(member)).json.code).toBe('account_suspended');
    await app.db.pool.query('update members set suspended_at = null, closed_at = now() where id = $1', [member.id]);
    expect((await logIn(member)).status).toBe(403);
    expect((await logIn(member, '12345')).status).toBe(422);
    expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
    expect((await logIn(member, codeOf(secret, clock))).status).toBe(200);
    expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
  });

  test('members without a password need a recent sign-in to set up the second step; visitors and unverified members cannot', async () => {
    const member = await addTestAccount(app, { password_hash: null });
    expect((await start(member, undefined)).status).toBe(200);
    await app.db.pool.query(`update sessions set created_at = now() - interval '16 minutes' where member_id = $1`, [member.id]);
    expect((await start(member, undefined)).json.code).toBe('recent_sign_in_required');
    const { token } = await addTestAccount(app, { email_verified_at: null });
    for (const [method, path] of [
      ['POST', '/me/totp'],
      ['POST', '/me/totp/confirm'],
      ['DELETE', '/me/totp'],
      ['POST', '/me/recovery-codes'],
    ] as const) {
      const json = { password: testPassword, code: '123456' };
      expect((await app.call(method, path, { json })).status, path).toBe(401);
      expect((await app.call(method, path, { json, token })).json.code, path).toBe('email_unverified');
    }
  });

  test('an intruder at an open browser cannot use up the owner’s attempts', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' }, { now: () => clock });
    try {
      const member = await addTestAccount(strict);
      const secret = await addTestTotp(strict, member);
      for (let count = 0; count < 25; count += 1)
        expect((await strict.call('POST', '/me/totp/confirm', { token: member.token, json: { code: '123456' } })).status).toBe(409);
      const json = { email: member.email, password: testPassword, code: codeOf(secret, clock) };
      expect((await strict.call('POST', '/auth/login', { json })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  test('an account may try twenty codes an hour from all IP addresses together, and a wrong code counts as a failed sign-in', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' }, { now: () => clock });
    try {
      const member = await addTestAccount(strict);
      const secret = await addTestTotp(strict, member);
      const attempt = (code: string) => strict.call('POST', '/auth/login', { json: { email: member.email, password: testPassword, code } });
      expect((await attempt('12345')).status).toBe(422);
      for (let count = 0; count < 24; count += 1) await strict.context.limits.count('login failures by account', member.email);
      expect(await strict.context.limits.overrun('login failures by account', member.email)).toBe(1);
      for (let count = 0; count < 18; count += 1) await strict.context.limits.count('second factor by account', member.id);
      expect((await attempt(codeOf(secret, clock))).status).toBe(200);
      const full = await attempt(codeOf(secret, seconds(30)));
      expect([full.status, full.json.code]).toEqual([429, 'too_many_requests']);
      expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });
});

describe('TOTP codes', () => {
  /** The secret of RFC 6238's examples ('12345678901234567890' in base32). Codes are the last six digits of the examples. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  test.each([
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('the code at %i seconds matches RFC 6238', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const timeAt = (shift: number): Date => new Date((seconds + shift) * 1000);
    expect(findStepOfCode(secret, code, timeAt(0))).toBe(step);
    expect([-30, 30].map((shift) => findStepOfCode(secret, code, timeAt(shift)))).toEqual([step, step]);
    expect([-60, 60].map((shift) => findStepOfCode(secret, code, timeAt(shift)))).toEqual([null, null]);
    for (const wrongCode of ['000000', code.slice(1), `${code}0`, '']) expect(findStepOfCode(secret, wrongCode, timeAt(0))).toBeNull();
  });

  test('another library generates the same codes from our otpauth URI', () => {
    const now = new Date();
    for (let count = 0; count < 20; count += 1) {
      const fresh = newSecret();
      expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
      const app = new TOTP({ secret: fresh, issuer: 'Mbari: Lagos', label: 'ada+1@example.com' });
      expect(findStepOfCode(fresh, app.generate({ timestamp: now.getTime() }), now)).toBe(Math.floor(now.getTime() / 30_000));
      expect(secretUri(fresh, 'Mbari: Lagos', 'ada+1@example.com')).toBe(app.toString());
    }
  });
});
