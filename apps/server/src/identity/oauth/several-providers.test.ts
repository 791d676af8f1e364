import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { answerAs, type CertifiedProvider, startCertifiedProvider } from '../../testing/certified-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import { addTestPasskey } from '../../testing/passkeys.ts';
import { oauthCookieOf, returnFromProvider, startVisit, type Visit, visitAt } from '../../testing/provider-visit.ts';
import { failures } from './sign-in-failures.ts';

let club: CertifiedProvider;
let university: CertifiedProvider;
let app: TestApp;
beforeAll(async () => {
  const publicUrl = 'http://localhost:3000';
  club = await startCertifiedProvider(publicUrl, {}, { key: 'club', name: 'Lagos Photo Club' });
  university = await startCertifiedProvider(publicUrl, {}, { key: 'university', name: 'Lagos University' });
  app = await startTestApp({
    ...club.settings,
    ...university.settings,
    OIDC_PROVIDERS: 'club,university',
    OIDC_CLUB_SCOPES: 'groups',
    OIDC_CLUB_ROLES: 'curators=moderator,board=admin',
    OIDC_CLUB_PLANS: 'patrons=Patron,supporters=Premium',
    OIDC_UNIVERSITY_SCOPES: 'groups',
    OIDC_UNIVERSITY_GROUPS_CLAIM: 'groups.here',
    OIDC_UNIVERSITY_ROLES: 'staff=moderator',
  });
  await addTestMember(app, { role: 'admin' });
});
afterAll(async () => {
  await app.close();
  await university.close();
  await club.close();
});

type Key = 'club' | 'university';
const providerOf = (key: Key): CertifiedProvider => (key === 'club' ? club : university);

async function finishVisit(visit: Visit, key: Key, account: string | null) {
  const { searchParams } = await answerAs(visit.url, account);
  return returnFromProvider(app, visit, Object.fromEntries(searchParams), key);
}

/** Signs a person in at a provider with these claims, and here. Returns the account. */
async function signInAt(key: Key, account: string, claims: Record<string, unknown> = {}): Promise<any> {
  providerOf(key).accounts[account] = { email: `${account}@example.test`, email_verified: true, name: account, ...claims };
  const { token, cookie, error } = await finishVisit(await startVisit(app, { provider: key }), key, account);
  expect(error).toBeNull();
  return (await app.call('POST', '/auth/oauth/exchange', { json: { token }, headers: { cookie } })).json.user;
}

const roleOf = async (id: string): Promise<string> =>
  (await app.db.row<{ role: string }>('select role from members where id = $1', [id]))!.role;
const planOf = async (id: string): Promise<string | null> =>
  (await app.db.row<{ plan_name: string | null }>('select plan_name from members where id = $1', [id]))!.plan_name;
const roleLog = (id: string) =>
  app.db.rows<{ actor_id: string | null; details: object }>(
    `select actor_id, details from moderation_log where action = 'change_role' and member_id = $1 order by id`,
    [id],
  );

async function setRoleByHand(member: { id: string }, role: string): Promise<void> {
  const admin = await addTestAccount(app, { role: 'admin' });
  const answer = await app.call('PUT', `/admin/users/${member.id}/role`, { token: admin.token, json: { role, password: testPassword } });
  expect(answer.status).toBe(200);
  await app.db.run('update members set role = $2 where id = $1', [admin.id, 'member']);
}

test('each provider has a button, an address of its own, and its own accounts', async () => {
  const { providers } = (await app.call('GET', '/site')).json.data;
  expect(providers.map(({ key, name }: { key: string; name: string }) => [key, name])).toEqual([
    ['club', 'Lagos Photo Club'],
    ['university', 'Lagos University'],
  ]);
  const visit = await startVisit(app, { provider: 'university' });
  expect(visit.url.origin).toBe(university.issuer);
  expect(visit.url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/v1/auth/oauth/callback/university');
  for (const query of ['', '?provider=default', '?provider=__proto__'])
    expect((await app.call('GET', `/auth/oauth/redirect${query}`)).status).toBe(404);
  expect((await app.call('GET', '/auth/oauth/callback/unknown?code=a&state=b')).status).toBe(404);

  // The same subject at two providers is two people, unless the verified address is the same.
  const atClub = await signInAt('club', 'ada');
  expect((await signInAt('university', 'ada', { email: 'other.ada@example.test' })).id).not.toBe(atClub.id);
  const bola = await signInAt('club', 'bola');
  expect((await signInAt('university', 'b.ade', { email: 'bola@example.test' })).id).toBe(bola.id);
});

test('an answer that arrives at the address of another provider is rejected', async () => {
  club.accounts['chidi'] = { email: 'chidi@example.test', email_verified: true };
  const visit = await startVisit(app, { provider: 'club' });
  const query = Object.fromEntries((await answerAs(visit.url, 'chidi')).searchParams);
  expect((await returnFromProvider(app, visit, query, 'university')).error).toBe(failures.lost.text);
  expect((await returnFromProvider(app, visit, query, 'club')).error).toBeNull();
});

test('groups give a role and a plan at each sign-in, and take them away again', async () => {
  const { id } = await signInAt('club', 'dele');
  expect([await roleOf(id), await planOf(id)]).toEqual(['member', null]);
  const user = await signInAt('club', 'dele', { groups: ['curators', 'supporters', 'patrons'] });
  expect([user.role, await planOf(id)]).toEqual(['moderator', 'Patron']);
  await signInAt('club', 'dele', { groups: ['board', 'curators', 'supporters'] });
  expect([await roleOf(id), await planOf(id)]).toEqual(['admin', 'Premium']);
  await signInAt('club', 'dele', { groups: 'curators' });
  expect([await roleOf(id), await planOf(id)]).toEqual(['moderator', null]);
  await signInAt('club', 'dele');
  expect([await roleOf(id), await planOf(id)]).toEqual(['member', null]);

  const provider = 'Lagos Photo Club';
  expect(await roleLog(id)).toEqual(
    [
      ['member', 'moderator'],
      ['moderator', 'admin'],
      ['admin', 'moderator'],
      ['moderator', 'member'],
    ].map(([before, after]) => ({ actor_id: null, details: { type: 'role', before, after, provider } })),
  );
});

test('a claim is found by its name or by its path', async () => {
  expect((await signInAt('university', 'efe', { groups: { here: ['staff'] } })).role).toBe('moderator');
  expect((await signInAt('university', 'efe', { groups: ['staff'] })).role).toBe('member');
});

test('other admins are mailed about an admin made by groups', async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  await openOutbox(app).take();
  await signInAt('club', 'femi', { groups: ['board'] });
  await runJobs(app.context);
  const mail = (await openOutbox(app).take()).find(({ to }) => to === admin.email);
  expect(mail?.text).toContain('femi is now an admin');
});

test('a role given by hand stays when the groups give none, and returns after a higher one', async () => {
  const member = await signInAt('club', 'gbenga');
  await setRoleByHand(member, 'moderator');
  await signInAt('club', 'gbenga', { groups: ['curators'] });
  await signInAt('club', 'gbenga');
  expect(await roleOf(member.id)).toBe('moderator');
  await signInAt('club', 'gbenga', { groups: ['board'] });
  expect(await roleOf(member.id)).toBe('admin');
  await signInAt('club', 'gbenga');
  expect(await roleOf(member.id)).toBe('moderator');
});

test('a role given by groups and changed by hand stays changed until the groups change', async () => {
  const member = await signInAt('club', 'halima', { groups: ['board'] });
  await setRoleByHand(member, 'member');
  await signInAt('club', 'halima', { groups: ['board', 'patrons'] });
  expect([await roleOf(member.id), await planOf(member.id)]).toEqual(['member', 'Patron']);
  // Another provider's groups do not bring the overruled role back.
  await signInAt('university', 'halima', { groups: { here: ['staff'] } });
  expect(await roleOf(member.id)).toBe('moderator');
  await signInAt('university', 'halima');
  expect(await roleOf(member.id)).toBe('member');
  await signInAt('club', 'halima');
  await signInAt('club', 'halima', { groups: ['board'] });
  expect(await roleOf(member.id)).toBe('admin');
});

test('groups give no role to an admin who must confirm it after a handover', async () => {
  const { id } = await signInAt('club', 'nneka');
  await app.db.run(`update members set role_to_confirm = 'admin' where id = $1`, [id]);
  await signInAt('club', 'nneka', { groups: 'board' });
  expect(await roleOf(id)).toBe('member');
  await app.db.run('update members set role_to_confirm = null where id = $1', [id]);
  await signInAt('club', 'nneka', { groups: 'board' });
  expect(await roleOf(id)).toBe('admin');
  await signInAt('club', 'nneka');
});

test('a role that two providers give stays until both give it no longer', async () => {
  const { id } = await signInAt('club', 'ife', { groups: ['curators'] });
  await signInAt('university', 'ife', { groups: { here: ['staff'] } });
  await signInAt('club', 'ife');
  expect(await roleOf(id)).toBe('moderator');
  await signInAt('university', 'ife');
  expect(await roleOf(id)).toBe('member');
});

test('a granted or paid plan is in force next to the plan of the groups', async () => {
  const { id } = await signInAt('club', 'jide', { groups: ['patrons'] });
  await app.db.run(`insert into plan_grants (member_id, plan_name) values ($1, 'Honoured')`, [id]);
  await signInAt('club', 'jide');
  expect(await planOf(id)).toBe('Honoured');
});

test('the last admin keeps the role, and of two who leave at once one does', async () => {
  await app.db.run(`update members set role = 'member' where role = 'admin'`);
  const [one, other] = [await signInAt('club', 'kemi', { groups: ['board'] }), await signInAt('club', 'lola', { groups: ['board'] })];
  await Promise.all([signInAt('club', 'kemi'), signInAt('club', 'lola')]);
  expect([await roleOf(one.id), await roleOf(other.id)].sort()).toEqual(['admin', 'member']);
  await signInAt('club', 'kemi');
  await signInAt('club', 'lola');
  expect([await roleOf(one.id), await roleOf(other.id)].sort()).toEqual(['admin', 'member']);
});

const startLinking = async ({ token }: TestMember, password = testPassword) =>
  app.call('POST', '/me/providers/club', { token, json: { password } });

/** Connects an account at the club in one browser, or cancels there, up to the redirect to the settings. Returns the browser's cookie. */
async function returnToSettings(member: TestMember, account: string | null): Promise<string> {
  const { json, headers } = await startLinking(member);
  const { location, cookie } = await finishVisit(visitAt(json.data.url, headers), 'club', account);
  expect(location.href).toBe('http://localhost:3000/settings?tab=security#connecting');
  return cookie;
}

const finishLinking = ({ token }: { token: string }, cookie: string) =>
  app.call('POST', '/auth/oauth/link', { token, headers: { cookie } });

const linkedOf = async ({ token }: TestMember): Promise<any[]> => (await app.call('GET', '/me/security', { token })).json.data.providers;

async function link(member: TestMember, account: string, claims: Record<string, unknown> = {}): Promise<string> {
  club.accounts[account] = { email: `${account}@elsewhere.example`, email_verified: true, ...claims };
  expect((await finishLinking(member, await returnToSettings(member, account))).status).toBe(200);
  return (await linkedOf(member))[0].id;
}

async function takeMail({ email }: { email: string }): Promise<[string, string][]> {
  await runJobs(app.context);
  return (await openOutbox(app).take()).filter(({ to }) => to === email).map(({ subject, text }) => [subject, text]);
}

test('a signed-in member connects a provider after the password, and is mailed', async () => {
  const member = await addTestAccount(app);
  expect((await startLinking(member, 'something else')).json.errors).toHaveProperty('password');
  await link(member, 'musa', { email_verified: false, groups: ['curators'] });
  expect(await linkedOf(member)).toEqual([
    { id: expect.any(String), key: 'club', name: 'Lagos Photo Club', email: null, linked_at: expect.any(String) },
  ]);
  expect(await roleOf(member.id)).toBe('moderator');
  expect(await takeMail(member)).toEqual([['Another way to sign in was added', expect.stringContaining('Lagos Photo Club')]]);

  const other = await addTestAccount(app);
  const taken = await finishLinking(other, await returnToSettings(other, 'musa'));
  expect([taken.status, taken.json.reason]).toEqual([409, 'oauthTaken']);
  expect((await signInAt('club', 'musa')).id).toBe(member.id);
});

test('only the browser and session that started can connect', async () => {
  const member = await addTestAccount(app);
  club.accounts['nneka'] = { email: 'nneka@example.test', email_verified: true };
  const cookie = await returnToSettings(member, 'nneka');
  const other = await addTestAccount(app);
  const otherSession = await addTestSession(app, member.id);
  const ownUnfinished = (await startLinking(member)).headers;
  for (const [who, sent] of [
    [other, cookie],
    [otherSession, cookie],
    [member, ''],
    [member, await returnToSettings(other, 'nneka')],
    [member, oauthCookieOf(ownUnfinished)],
  ] as const)
    expect((await finishLinking(who, sent)).json).toMatchObject({ code: 'invalid_oauth_token', reason: 'oauthLost' });
  expect((await app.call('POST', '/auth/oauth/link', { headers: { cookie } })).status).toBe(401);
  expect([...(await linkedOf(member)), ...(await linkedOf(other))]).toEqual([]);
});

test('a member who cancels at the provider learns the reason in the settings', async () => {
  const member = await addTestAccount(app);
  const cookie = await returnToSettings(member, null);
  expect((await finishLinking(member, cookie)).json).toMatchObject({ code: 'invalid_oauth_token', reason: 'oauthCancelled' });
});

const disconnect = ({ token }: { token: string }, id: string, password = testPassword) =>
  app.call('DELETE', `/me/identities/${id}`, { token, json: { password } });

test('a member disconnects a provider after the password, loses what its groups gave, and is mailed', async () => {
  const member = await addTestAccount(app);
  const id = await link(member, 'obi', { groups: ['curators', 'patrons'] });
  await takeMail(member);
  expect([await roleOf(member.id), await planOf(member.id)]).toEqual(['moderator', 'Patron']);
  expect((await disconnect(member, id, 'something else')).json.errors).toHaveProperty('password');
  const stranger = await addTestAccount(app);
  for (const [who, what] of [
    [stranger, id],
    [member, newId()],
  ] as const)
    expect((await disconnect(who, what)).status).toBe(404);

  expect((await disconnect(member, id)).status).toBe(200);
  expect(await linkedOf(member)).toEqual([]);
  expect([await roleOf(member.id), await planOf(member.id)]).toEqual(['member', null]);
  expect((await roleLog(member.id)).at(-1)?.details).toMatchObject({ before: 'moderator', after: 'member', provider: 'Lagos Photo Club' });
  expect(await takeMail(member)).toEqual([['An account was disconnected', expect.stringContaining('Lagos Photo Club')]]);
  expect((await signInAt('club', 'obi')).id).not.toBe(member.id);
});

test('the last admin keeps the role after disconnecting', async () => {
  await app.db.run(`update members set role = 'member' where role = 'admin'`);
  const member = await addTestAccount(app);
  const id = await link(member, 'paula', { groups: ['board'] });
  expect((await disconnect(member, id)).status).toBe(200);
  expect(await roleOf(member.id)).toBe('admin');
});

test('the only way to sign in cannot be disconnected, not even by two calls at once', async () => {
  const member = await addTestAccount(app);
  const atClub = await link(member, 'rita');
  await app.db.run('update members set password_hash = null where id = $1', [member.id]);
  const refused = await disconnect(member, atClub);
  expect([refused.status, refused.json.reason]).toEqual([409, 'onlyWayToSignIn']);

  await signInAt('university', 'rita', { email: member.email });
  const ids = (await linkedOf(member)).map(({ id }: { id: string }) => id);
  const statuses = await Promise.all(ids.map(async (id: string) => (await disconnect(member, id)).status));
  expect(statuses.sort()).toEqual([200, 409]);

  const [{ id }] = await linkedOf(member);
  await addTestPasskey(app, member);
  expect((await disconnect(member, id)).status).toBe(200);
});

test('a provider that is no longer configured is no way to sign in', async () => {
  const member = await addTestAccount(app);
  const id = await link(member, 'sade');
  await app.db.run(
    `with gone as (insert into identities (issuer, subject, member_id) values ('https://gone.example', 'sade', $1))
     update members set password_hash = null where id = $1`,
    [member.id],
  );
  expect((await disconnect(member, id)).status).toBe(409);
  const gone = (await linkedOf(member)).find(({ key }: { key: string | null }) => key === null);
  expect((await disconnect(member, gone.id)).status).toBe(200);
});
