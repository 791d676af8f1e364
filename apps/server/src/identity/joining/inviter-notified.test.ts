import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { invite, register, setJoining } from '../../testing/joining.ts';
import { openOutbox } from '../../testing/outbox.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { newIdentity, visitProvider } from '../../testing/provider-visit.ts';
import { changeAddress } from '../accounts/credentials.ts';

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
      ...{ type: 'other', kind: 'invitation_used', reason: 'joinedByInvitation', read_at: null, follower: null, photo: null, forum: null },
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
