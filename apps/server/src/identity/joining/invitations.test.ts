import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { invite, register, setJoining } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { newIdentity, visitProvider } from '../../testing/provider-visit.ts';
import { changeAddress } from '../accounts/credentials.ts';
import { sweepPendingAccounts } from '../accounts/erase-accounts.ts';
import { sweepInvitations } from './invitations.ts';

describe('invitations', () => {
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
});

describe('concurrent uses of an invitation', { tags: ['world'] }, () => {
  let nodes: [TestApp, TestApp];
  beforeAll(async () => {
    const first = await startTestApp();
    nodes = [first, await startTestApp({}, {}, { beside: first })];
    await setJoining(first, { mode: 'invitation' });
  });
  afterAll(async () => {
    await nodes[1].close();
    await nodes[0].close();
  });

  test('an invitation with three uses admits three of twenty concurrent registrations and stores nothing of the others', async () => {
    const organiser = await addTestMember(nodes[0], { role: 'moderator' });
    const { id, token } = await invite(nodes[0], organiser, { max_uses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => register(nodes[index % 2]!, { username: `racer${index}`, invitation: token })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.reason))).toEqual(new Set(['invitationGone']));
    const stored = await nodes[0].db.row<{ accounts: number; invited: number; used: number }>(
      `select (select count(*)::int from members where username like 'racer%') as accounts,
            (select count(*)::int from invited_members where invitation_id = $1) as invited, used from invitations where id = $1`,
      [id],
    );
    expect(stored).toEqual({ accounts: 3, invited: 3, used: 3 });
  });

  test('a link revoked during registrations admits only registrations before the revocation', async () => {
    const organiser = await addTestMember(nodes[0], { role: 'moderator' });
    const { id, token } = await invite(nodes[0], organiser, { max_uses: 20 });
    const [revoked, ...answers] = await Promise.all([
      nodes[1].call('DELETE', `/invitations/${id}`, { token: organiser.token }),
      ...Array.from({ length: 10 }, (_, index) => register(nodes[index % 2]!, { invitation: token })),
    ]);
    expect(revoked.status).toBe(200);
    const joinedCount = answers.filter(({ status }) => status === 201).length;
    const stored = await nodes[0].db.row<{ used: number }>('select used from invitations where id = $1', [id]);
    expect(stored!.used).toBe(joinedCount);
    expect((await register(nodes[0], { invitation: token })).json.reason).toBe('invitationGone');
  });
});

describe('notifications of the inviter', () => {
  let provider: TestProvider;
  let app: TestApp;
  let inviter: TestMember;
  beforeAll(async () => {
    provider = await startTestProvider();
    app = await startTestApp(provider.settings);
    await setJoining(app, { mode: 'invitation' });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  beforeEach(async () => void (inviter = await addTestMember(app, { role: 'moderator' })));

  interface Newcomer {
    id: string;
    username: string;
  }

  /** Registers with an invitation of the inviter. `verify` opens the mailed link. */
  async function registerByInvitation(): Promise<{ newcomer: Newcomer; verify: () => Promise<unknown> }> {
    const { token } = await invite(app, inviter);
    const { json } = await register(app, { name: 'Adaeze Okafor', invitation: token });
    return { newcomer: json.user, verify: () => openLinkOf(json.user.email, 'Verify') };
  }

  async function openLinkOf(email: string, subject: string): Promise<void> {
    await runJobs(app.context);
    const mail = (await openOutbox(app).take()).find((queuedMail) => queuedMail.to === email && queuedMail.subject.startsWith(subject));
    const { pathname, search } = new URL(mail!.links[0]!);
    expect((await app.call('GET', pathname + search)).status).toBe(302);
  }

  const notificationsOf = async ({ token }: TestMember): Promise<Notification[]> =>
    (await app.call('GET', '/forum/notifications', { token })).json.data.notifications;

  test('an inviter is notified when a newcomer verifies the address that they registered with an invitation', async () => {
    const { newcomer, verify } = await registerByInvitation();
    expect(await notificationsOf(inviter)).toEqual([]);
    await verify();
    expect(await notificationsOf(inviter)).toMatchObject([
      {
        ...{
          type: 'other',
          kind: 'invitation_used',
          reason: 'joinedByInvitation',
          read_at: null,
          follower: null,
          photo: null,
          forum: null,
        },
        ...{ message: 'Adaeze Okafor joined with your invitation', user: { id: newcomer.id }, action_url: `/user/${newcomer.username}` },
      },
    ]);
  });

  test('an inviter is notified immediately of a newcomer verified by the provider', async () => {
    const { token } = await invite(app, inviter);
    expect((await visitProvider(app, newIdentity(), token)).token).not.toBeNull();
    expect((await notificationsOf(inviter)).map(({ kind }) => kind)).toEqual(['invitation_used']);
  });

  test('an inviter is notified once of each newcomer, and not again after a change of address', async () => {
    const { newcomer, verify } = await registerByInvitation();
    await verify();
    await app.db.run('delete from notifications where member_id = $1', [inviter.id]);
    await app.db.transaction(async (tx) => {
      const { email } = (await tx.row<{ email: string }>('select email from members where id = $1', [newcomer.id]))!;
      expect(await changeAddress(tx, newcomer.id, { from: email, to: `moved-${email}` })).toBe('verified');
    });
    expect(await notificationsOf(inviter)).toEqual([]);
  });

  test('nobody is notified of a newcomer without an invitation', async () => {
    await setJoining(app, { mode: 'open' });
    const { json } = await register(app);
    await openLinkOf(json.user.email, 'Verify');
    await setJoining(app, { mode: 'invitation' });
    expect(await app.db.rows(`select from notifications where actor_id = $1`, [json.user.id])).toEqual([]);
  });

  test.each<[string, (newcomer: Newcomer) => Promise<unknown>]>([
    ['turned the notifications about followers off', () => setMember(app, inviter, { notify_on_follow: false })],
    ['is suspended', () => setMember(app, inviter, { suspended_at: new Date() })],
    ['closed their account', () => setMember(app, inviter, { closed_at: new Date() })],
    ['blocked the newcomer', (newcomer) => block(app, inviter, newcomer)],
    ['is blocked by the newcomer', (newcomer) => block(app, newcomer, inviter)],
    ['muted the newcomer', (newcomer) => mute(app, inviter, newcomer)],
  ])('an inviter who %s is not notified', async (_name, happens) => {
    const { newcomer, verify } = await registerByInvitation();
    await happens(newcomer);
    await verify();
    expect(await app.db.rows('select from notifications where member_id = $1', [inviter.id])).toEqual([]);
  });

  test('the notification is not listed while the newcomer is suspended', async () => {
    const { newcomer, verify } = await registerByInvitation();
    await verify();
    await setMember(app, newcomer, { suspended_at: new Date() });
    expect(await notificationsOf(inviter)).toEqual([]);
    await setMember(app, newcomer, { suspended_at: null });
    expect(await notificationsOf(inviter)).toHaveLength(1);
  });
});
