import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { answerAs, type CertifiedProvider, startCertifiedProvider } from '../../testing/certified-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import { returnFromProvider, startVisit, type Visit, visitAt } from '../../testing/provider-visit.ts';
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

async function finishVisit(visit: Visit, key: Key, account: string) {
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

test('a signed-in member connects a provider after the password, and is mailed', async () => {
  const member = await addTestAccount(app);
  expect((await startLinking(member, 'something else')).json.errors).toHaveProperty('password');
  club.accounts['musa'] = { email: 'musa@elsewhere.example', email_verified: false, groups: ['curators'] };
  const { json, headers } = await startLinking(member);
  const back = await finishVisit(visitAt(json.data.url, headers), 'club', 'musa');
  expect(back.location.href).toBe('http://localhost:3000/settings?tab=security');
  const { providers } = (await app.call('GET', '/me/security', { token: member.token })).json.data;
  expect(providers).toEqual([{ key: 'club', name: 'Lagos Photo Club', email: null, linked_at: expect.any(String) }]);
  expect(await roleOf(member.id)).toBe('moderator');
  await runJobs(app.context);
  const mail = (await openOutbox(app).take()).find(({ to }) => to === member.email);
  expect([mail?.subject, mail?.text]).toEqual(['Another way to sign in was added', expect.stringContaining('Lagos Photo Club')]);

  const other = await addTestAccount(app);
  const taken = await startLinking(other);
  expect((await finishVisit(visitAt(taken.json.data.url, taken.headers), 'club', 'musa')).error).toBe(failures.taken.text);
  expect((await signInAt('club', 'musa')).id).toBe(member.id);
});

test('a session that ended meanwhile connects nothing', async () => {
  const member = await addTestAccount(app);
  club.accounts['nneka'] = { email: 'nneka@example.test', email_verified: true };
  const { json, headers } = await startLinking(member);
  await app.db.run('delete from sessions where member_id = $1', [member.id]);
  const back = await finishVisit(visitAt(json.data.url, headers), 'club', 'nneka');
  expect([back.token, back.error]).toEqual([null, expect.any(String)]);
  expect((await signInAt('club', 'nneka')).id).not.toBe(member.id);
});
