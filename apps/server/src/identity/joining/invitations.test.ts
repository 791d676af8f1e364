import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { invite, register, setJoining } from '../../testing/joining.ts';
import { block } from '../../testing/posts.ts';
import { sweepPendingAccounts } from '../accounts/erase-accounts.ts';
import { sweepInvitations } from './invitations.ts';

let app: TestApp;
let organiser: TestMember;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  organiser = await addTestMember(app, { role: 'moderator', name: 'Ebele the organiser' });
  member = await addTestMember(app);
});
afterAll(() => app.close());
beforeEach(() => setJoining(app, { mode: 'invitation', members_invite: false }));

const list = async (viewer: TestMember, query = '') => (await app.call('GET', `/invitations${query}`, { token: viewer.token })).json;
const invitationOf = async (viewer: TestMember, id: string) =>
  (await list(viewer)).data.find((invitation: { id: string }) => invitation.id === id);
const check = async (token: string) => (await app.call('POST', '/invitations/check', { json: { token } })).json.data;
const revoke = (viewer: TestMember, id: string) => app.call('DELETE', `/invitations/${id}`, { token: viewer.token });
const verify = (username: string) => app.db.run('update members set email_verified_at = now() where username = $1', [username]);
const task = { context: undefined as unknown as TestApp['context'], signal: new AbortController().signal, attempt: 1 };
const isThere = async (username: string): Promise<boolean> =>
  (await app.db.row('select from members where username = $1', [username])) !== undefined;

test('invitation mode refuses registrations without an invitation and stores nothing of them', async () => {
  const { status, json } = await register(app, { username: 'uninvited' });
  expect([status, json.code, json.reason]).toEqual([403, 'invitation_required', 'invitationRequired']);
  const forged = await register(app, { username: 'uninvited', invitation: 'of-my-own-making' });
  expect([forged.status, forged.json.code, forged.json.reason]).toEqual([403, 'invitation_required', 'invitationGone']);
  expect(await isThere('uninvited')).toBe(false);
});

test('a link admits its number of newcomers, and the inviter sees who joined', async () => {
  const { id, token } = await invite(app, organiser, { max_uses: 2, note: 'The darkroom course' });
  expect(await check(token)).toEqual({ is_open: true, inviter_name: 'Ebele the organiser' });
  expect((await register(app, { username: 'first.guest', invitation: token })).status).toBe(201);
  expect((await register(app, { username: 'second.guest', invitation: token })).status).toBe(201);
  const late = await register(app, { username: 'third.guest', invitation: token });
  expect([late.status, late.json.reason]).toEqual([403, 'invitationGone']);
  expect(await check(token)).toEqual({ is_open: false, inviter_name: null });
  expect(await invitationOf(organiser, id)).toMatchObject({ max_uses: 2, used: 2, state: 'used', note: 'The darkroom course' });

  await verify('first.guest');
  const invitedMembers = await app.call('GET', `/invitations/${id}/members`, { token: organiser.token });
  // A member with an unverified address is not listed.
  expect(invitedMembers.json.data.map(({ username }: { username: string }) => username)).toEqual(['first.guest']);
});

test('the list of invited members is paged without repeats', async () => {
  const { id, token } = await invite(app, organiser, { max_uses: 3 });
  for (const username of ['pages.one', 'pages.two', 'pages.three']) {
    await register(app, { username, invitation: token });
    await verify(username);
  }
  const page = async (more: string) =>
    (await app.call('GET', `/invitations/${id}/members?per_page=2${more}`, { token: organiser.token })).json;
  const first = await page('');
  const second = await page(`&cursor=${first.meta.next_cursor}`);
  const names = [...first.data, ...second.data].map(({ username }: { username: string }) => username);
  expect(names).toEqual(['pages.three', 'pages.two', 'pages.one']);
  expect(second.meta.next_cursor).toBeNull();
});

test('a member who blocked the inviter is not listed', async () => {
  const { id, token } = await invite(app, organiser);
  const { json } = await register(app, { username: 'blocks.inviter', invitation: token });
  await verify('blocks.inviter');
  await block(app, { id: json.user.id }, organiser);
  const invitedMembers = await app.call('GET', `/invitations/${id}/members`, { token: organiser.token });
  expect(invitedMembers.json.data).toEqual([]);
});

test('a link that ended, was revoked, or whose inviter is gone admits nobody', async () => {
  const closedInviter = await addTestMember(app, { role: 'moderator' });
  const [ended, revoked, ofGone] = [await invite(app, organiser), await invite(app, organiser), await invite(app, closedInviter)];
  await app.db.run('update invitations set expires_at = now() where id = $1', [ended.id]);
  expect((await revoke(organiser, revoked.id)).status).toBe(200);
  expect((await revoke(organiser, revoked.id)).status).toBe(200);
  await app.db.run('update members set suspended_at = now() where id = $1', [closedInviter.id]);
  for (const { token } of [ended, revoked, ofGone]) {
    expect((await register(app, { invitation: token })).json.reason).toBe('invitationGone');
    expect(await check(token)).toEqual({ is_open: false, inviter_name: null });
  }
  expect((await invitationOf(organiser, ended.id)).state).toBe('ended');
  expect((await invitationOf(organiser, revoked.id)).state).toBe('revoked');
});

test('members invite within lower limits if admins allow invitations; otherwise their links end', async () => {
  const refusal = await app.call('POST', '/invitations', { token: member.token, json: { max_uses: 1, days: 7 } });
  expect([refusal.status, refusal.json.reason]).toEqual([403, 'organisersInvite']);
  expect((await list(member)).viewer).toMatchObject({ may_invite: false });

  await setJoining(app, { members_invite: true });
  expect((await list(member)).viewer).toEqual({ may_invite: true, most_uses: 5, most_days: 30 });
  const tooMany = await app.call('POST', '/invitations', { token: member.token, json: { max_uses: 6, days: 7 } });
  expect([tooMany.status, Object.keys(tooMany.json.errors)]).toEqual([422, ['max_uses']]);
  const tooLong = await app.call('POST', '/invitations', { token: member.token, json: { max_uses: 1, days: 31 } });
  expect([tooLong.status, Object.keys(tooLong.json.errors)]).toEqual([422, ['days']]);
  const { id, token } = await invite(app, member, { max_uses: 2 });
  expect((await register(app, { username: 'of.a.member', invitation: token })).status).toBe(201);

  await setJoining(app, { members_invite: false });
  expect((await register(app, { invitation: token })).json.reason).toBe('invitationGone');
  expect((await invitationOf(member, id)).state).toBe('ended');
});

test('members find only their own invitations; organisers find and revoke all', async () => {
  await setJoining(app, { members_invite: true });
  const otherMember = await addTestMember(app);
  const { id } = await invite(app, otherMember);
  expect((await revoke(member, id)).status).toBe(404);
  expect((await app.call('GET', `/invitations/${id}/members`, { token: member.token })).status).toBe(404);
  expect((await app.call('GET', '/invitations?whose=all', { token: member.token })).json.code).toBe('forbidden');
  expect((await list(organiser)).data.map((invitation: { id: string }) => invitation.id)).not.toContain(id);
  const listedForAll = (await list(organiser, '?whose=all')).data.find((invitation: { id: string }) => invitation.id === id);
  expect(listedForAll.inviter.username).toBe(otherMember.username);
  expect((await revoke(organiser, id)).status).toBe(200);
});

test('in open mode an invitation records the inviter, and an ended invitation is ignored', async () => {
  await setJoining(app, { mode: 'open' });
  const { token } = await invite(app, organiser);
  const { json } = await register(app, { invitation: token });
  const invited = await app.db.row<{ inviter_id: string }>('select inviter_id from invited_members where member_id = $1', [json.user.id]);
  expect(invited!.inviter_id).toBe(organiser.id);
  expect((await register(app, { invitation: token })).status).toBe(201);
});

test('closed joining ignores invitations', async () => {
  const { token } = await invite(app, organiser);
  await setJoining(app, { mode: 'closed' });
  const { status, json } = await register(app, { invitation: token });
  expect([status, json.code]).toEqual([403, 'registration_closed']);
  expect(await check(token)).toEqual({ is_open: false, inviter_name: null });
});

test('a registration with a taken address uses the invitation until the account is swept, as with a free address', async () => {
  const { id, token } = await invite(app, organiser, { max_uses: 2 });
  const registration = await register(app, { username: 'known.again', email: member.email, invitation: token });
  const fresh = await register(app, { username: 'fresh.one', invitation: token });
  expect([registration.status, Object.keys(registration.json)]).toEqual([fresh.status, Object.keys(fresh.json)]);
  expect((await invitationOf(organiser, id)).used).toBe(2);
  await verify('fresh.one');
  await app.db.run(`update members set created_at = now() - interval '3 days' where username in ('known.again', 'fresh.one')`);
  await sweepPendingAccounts(null, { ...task, context: app.context });
  expect((await invitationOf(organiser, id)).used).toBe(1);
  expect(await isThere('fresh.one')).toBe(true);
});

test('an invitation is swept three months after its end, and the inviter stays recorded', async () => {
  const { id, token } = await invite(app, organiser);
  const { json } = await register(app, { invitation: token });
  await app.db.run(`update invitations set expires_at = now() - interval '91 days' where id = $1`, [id]);
  await sweepInvitations(null, { ...task, context: app.context });
  expect(await invitationOf(organiser, id)).toBeUndefined();
  const invited = await app.db.row<{ inviter_id: string }>('select inviter_id from invited_members where member_id = $1', [json.user.id]);
  expect(invited!.inviter_id).toBe(organiser.id);
  await runJobs(app.context);
});

test('only admins change the joining settings', async () => {
  for (const viewer of [member, organiser]) {
    expect((await app.call('GET', '/admin/joining', { token: viewer.token })).json.code).toBe('admin_only');
    expect((await app.call('PUT', '/admin/joining', { token: viewer.token, json: { mode: 'open' } })).json.code).toBe('admin_only');
  }
  const log = await app.db.row<{ details: unknown }>(
    `select details from moderation_log where action = 'change_joining' order by id desc limit 1`,
  );
  expect(log!.details).toEqual({ type: 'joining', mode: 'invitation' });
  expect((await app.call('GET', '/site')).json.data.joining).toEqual({ mode: 'invitation', members_invite: false });
});
