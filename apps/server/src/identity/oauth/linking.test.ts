/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import { newIdentity, type Return, visitProvider } from '../../testing/provider-visit.ts';
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

const exchange = ({ token, cookie }: Return): Promise<TestAnswer> =>
  app.call('POST', '/auth/oauth/exchange', { json: { token }, headers: { cookie } });

const enter = async (providerAnswer: Parameters<typeof visitProvider>[1]): Promise<TestAnswer> =>
  exchange(await visitProvider(app, providerAnswer));

const memberWith = async (email: string) =>
  (await app.db.pool.query('select * from members where email = $1 order by id', [email])).rows as Record<string, unknown>[];
const identitiesOf = async (memberId: string) =>
  (await app.db.pool.query<{ subject: string }>('select subject from identities where member_id = $1', [memberId])).rows.map(
    ({ subject }) => subject,
  );

test('a known identity signs in to the same account, even after its address changed', async () => {
  const providerAnswer = newIdentity();
  const otherMember = await addTestMember(app);
  const first = await enter(providerAnswer);
  for (const claims of [
    providerAnswer.claims,
    { email: otherMember.email, email_verified: true },
    { email: otherMember.email, email_verified: false },
    {},
  ]) {
    const secondEntry = await enter({ sub: providerAnswer.sub, claims });
    expect(secondEntry.json.user.id).toBe(first.json.user.id);
    expect(secondEntry.json.user.email).toBe(providerAnswer.claims.email);
  }
});

test('an address from the userinfo endpoint counts like one from the token', async () => {
  const providerAnswer = newIdentity();
  const { email, email_verified, ...claims } = providerAnswer.claims;
  const { json } = await enter({ ...providerAnswer, claims, userinfo: { email, email_verified } });
  expect(json.user.email).toBe(email);
});

test('`email_verified` counts only if it comes from the same source as the address', async () => {
  const { claims, ...providerAnswer } = newIdentity();
  const { email, ...without } = claims;
  const callback = await visitProvider(app, { ...providerAnswer, claims: without, userinfo: { email } });
  expect([without['email_verified'], callback.token, callback.error]).toEqual([true, null, failures.unvouched.text]);
});

test('a verified member with the identity’s address is linked, keeps all sign-in methods and is mailed', async () => {
  const member = await addTestAccount(app);
  await openOutbox(app).take();
  const providerAnswer = newIdentity({ email: member.email.toUpperCase() });
  const { json } = await enter(providerAnswer);
  expect(json.user.id).toBe(member.id);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
  expect((await app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword } })).status).toBe(200);
  await runJobs(app.context);
  const mails = (await openOutbox(app).take()).filter(({ to }) => to === member.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Another way to sign in was added']);
  expect(mails[0]?.text).toContain('Lagos Print School');
  await enter(providerAnswer);
  await runJobs(app.context);
  expect(await openOutbox(app).take()).toEqual([]);
});

test('a pending account with the identity’s address first loses its password, sessions and pending change of address', async () => {
  const squatter = await addTestAccount(app, { email_verified_at: null });
  await app.db.pool.query('insert into email_changes (member_id, email) values ($1, $2)', [squatter.id, 'squatter@example.test']);
  const { json } = await enter(newIdentity({ email: squatter.email }));
  expect(json.user).toMatchObject({ id: squatter.id, email: squatter.email, email_verified: true });
  expect((await app.call('GET', '/me', { token: squatter.token })).status).toBe(401);
  expect((await app.call('POST', '/auth/login', { json: { email: squatter.email, password: testPassword } })).status).toBe(422);
  expect((await app.db.pool.query('select from email_changes where member_id = $1', [squatter.id])).rows).toEqual([]);
});

test('a pending account is left alone if a member has verified its address', async () => {
  const member = await addTestMember(app);
  const pending = await addTestMember(app, { email: member.email, email_verified_at: null });
  expect((await enter(newIdentity({ email: member.email }))).json.user.id).toBe(member.id);
  expect(await identitiesOf(pending.id)).toEqual([]);
});

test('an unverified address opens no account, and the answer does not reveal whether it is known', async () => {
  const knownEmail = (await addTestAccount(app)).email;
  const pending = (await addTestAccount(app, { email_verified_at: null })).email;
  const countBefore = (await app.db.pool.query('select count(*) from members')).rows;
  for (const email of [knownEmail, pending, 'nobody@example.test', 'not an address', 'a@b.com\nBcc: c@d.com', 7, undefined])
    for (const email_verified of [false, 'false', 1, undefined, null]) {
      const callback = await visitProvider(app, newIdentity({ email, email_verified }));
      expect([callback.status, callback.error, callback.token]).toEqual([302, failures.unvouched.text, null]);
    }
  expect((await visitProvider(app, newIdentity({ email: 'ü@example.test' }))).error).toBe(failures.unvouched.text);
  expect((await app.db.pool.query('select count(*) from members')).rows).toEqual(countBefore);
});

test('ten concurrent callbacks of one new person create one account', async () => {
  const providerAnswer = newIdentity();
  const backs = await Promise.all(Array.from({ length: 10 }, () => visitProvider(app, providerAnswer)));
  const answers = await Promise.all(backs.map((callback) => exchange(callback)));
  expect(new Set(answers.map(({ json }) => json.user.id)).size).toBe(1);
  const [only, ...otherMembers] = await memberWith(providerAnswer.claims.email);
  expect(otherMembers).toEqual([]);
  expect(await identitiesOf(only!['id'] as string)).toEqual([providerAnswer.sub]);
});

test('several people with one name each get a username', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => enter(newIdentity({ name: 'Adaeze Obi', preferred_username: 'adaeze@school.example' }))),
  );
  const usernames = answers.map(({ json }) => json.user.username as string);
  expect(usernames.filter((username) => username === 'adaeze')).toHaveLength(1);
  expect(new Set(usernames).size).toBe(8);
});

test.each([
  [{ name: 'Olú Adé', preferred_username: undefined }, 'Olú Adé', /^olu\.ade/],
  [{ name: 'a@b.example', preferred_username: 'admin' }, /^s\w+$/, /^s\w+$/],
  [{ name: 'Adm\u0456n', preferred_username: 'adm1n' }, /^adm\.n/, /^adm\.n/],
  [{ name: 'Olá\u202e\u200b Róti' }, /^Olá Róti$/, /[a-z]/],
  [{ name: 'x'.repeat(500), preferred_username: 'y'.repeat(500) }, 'x'.repeat(80), /^y{24,30}/],
  [{ name: 'አበበ', preferred_username: '***', nickname: ['a'] }, 'አበበ', /^[a-z0-9_.]{3,30}$/],
  [{ name: { toString: 1 }, preferred_username: 12345 }, /./, /^[a-z0-9_.]{3,30}$/],
  [{ name: '\ud800\u0000\u202e', given_name: 'Wole', family_name: 'S.', preferred_username: '12345' }, /./, /[a-z]/],
])('%o becomes a valid name and username', async (claims, name, username) => {
  const { json, status } = await enter(newIdentity(claims));
  expect(status).toBe(200);
  expect(json.user.name).toMatch(name);
  expect(json.user.username).toMatch(username);
});

test('a suspended member sees the reason and gets no session', async () => {
  const providerAnswer = newIdentity();
  const { json } = await enter(providerAnswer);
  const pending = await visitProvider(app, providerAnswer);
  await app.db.pool.query('update members set suspended_at = now() where id = $1', [json.user.id]);
  expect((await visitProvider(app, providerAnswer)).error).toBe(failures.suspended.text);
  expect((await visitProvider(app, newIdentity({ email: providerAnswer.claims.email }))).error).toBe(failures.suspended.text);
  expect(await identitiesOf(json.user.id)).toEqual([providerAnswer.sub]);
  const late = await exchange(pending);
  expect([late.status, late.json.code]).toEqual([403, 'account_suspended']);
});

test('a closed account reopens within 14 days and not later', async () => {
  const providerAnswer = newIdentity();
  const { json } = await enter(providerAnswer);
  const close = (closedAgo: string) =>
    app.db.pool.query(`update members set closed_at = now() - $2::interval where id = $1`, [json.user.id, closedAgo]);
  await close('13 days');
  expect((await enter(providerAnswer)).json.user.id).toBe(json.user.id);
  expect((await memberWith(providerAnswer.claims.email))[0]!['closed_at']).toBeNull();
  await close('15 days');
  expect((await enter(providerAnswer)).json).toMatchObject({ code: 'invalid_oauth_token' });
});
