import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { invite, register, setJoining } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { fetchAs, openOutbox } from '../../testing/mails.ts';
import { newIdentity, visitProvider } from '../../testing/provider-visit.ts';
import { recordOrganiserActivity } from './change-joining.ts';

let app: TestApp;
let otherNode: TestApp;
let outbox: ReturnType<typeof openOutbox>;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  otherNode = await startTestApp({}, {}, { beside: app });
  outbox = openOutbox(app);
  admin = await addTestMember(app, { role: 'admin', name: 'Adanna' });
});
afterAll(async () => {
  await otherNode.close();
  await app.close();
});
beforeEach(async () => {
  await app.db.run(`update sessions set used_at = now()`);
  await setJoining(app, { mode: 'open', wave: 0, reopen: true });
  await app.db.run('update joining set attended_at = null, away_told_at = null');
  await runJobs(app.context);
  await outbox.take();
});

const settings = async () => (await app.call('GET', '/admin/joining', { token: admin.token })).json.data;
const change = (json: object) => app.call('PUT', '/admin/joining', { token: admin.token, json });
const publicMode = async () => (await app.call('GET', '/site')).json.data.joining.mode;
const mails = async () => {
  await runJobs(app.context);
  return (await outbox.take()).filter(({ to }) => to === admin.email).map(({ subject }) => subject);
};
const note = () => recordOrganiserActivity(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });

test('a wave of registrations closes joining for an hour on every node, and organisers are mailed once', async () => {
  await change({ wave: 3 });
  const statuses = await Promise.all(Array.from({ length: 6 }, (_, index) => register(index % 2 === 0 ? app : otherNode)));
  expect(statuses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(3);
  expect((await register(otherNode)).json.code).toBe('registration_closed');
  expect(await publicMode()).toBe('closed');
  expect(await settings()).toMatchObject({ mode: 'open', effective: 'closed', closed_until: expect.any(String) });
  expect(await mails()).toEqual(['Sign-ups for Mbari are paused for an hour']);
  const log = await app.call('GET', '/moderation/log?action=close_joining', { token: admin.token });
  expect(log.json.data[0]).toMatchObject({ action: 'close_joining', actor: null });
});

test('joining reopens after the hour or by an admin, and the count restarts', async () => {
  await change({ wave: 2 });
  await register(app);
  await register(app);
  expect(await publicMode()).toBe('closed');
  await change({ reopen: true });
  expect((await register(app)).status).toBe(201);
  expect((await register(app)).status).toBe(201);
  expect(await publicMode()).toBe('closed');
  await app.db.run(`update joining set closed_until = now() - interval '1 second', hour = hour - interval '1 hour'`);
  expect((await register(app)).status).toBe(201);
});

test('lowering the limit within the hour closes joining at the next registration', async () => {
  await change({ wave: 10 });
  for (let time = 0; time < 3; time += 1) await register(app);
  await change({ wave: 2 });
  expect(await publicMode()).toBe('open');
  await register(app);
  expect(await publicMode()).toBe('closed');
});

test('refused registrations do not count, and a limit of 0 never closes joining', async () => {
  await change({ wave: 2 });
  for (let time = 0; time < 4; time += 1) expect((await register(app, { username: 'admin' })).status).toBe(422);
  expect((await register(app)).status).toBe(201);
  expect(await publicMode()).toBe('open');
  await change({ wave: 0 });
  for (let time = 0; time < 3; time += 1) expect((await register(app)).status).toBe(201);
});

test('after seven days without an organiser, joining needs an invitation until one returns, and organisers are mailed once', async () => {
  await note();
  expect(await publicMode()).toBe('open');
  const { token } = await invite(app, admin);
  await app.db.run(`update sessions set used_at = now() - interval '8 days'`);
  await app.db.run(`update joining set attended_at = now() - interval '8 days'`);
  expect(await publicMode()).toBe('invitation');
  expect((await register(app)).json.code).toBe('invitation_required');
  expect((await register(app, { invitation: token })).status).toBe(201);
  await Promise.all([note(), note()]);
  await note();
  expect((await mails()).filter((subject) => subject === 'Mbari misses its organisers')).toHaveLength(1);

  await app.db.run('update sessions set used_at = now() where id = $1', [admin.session_id]);
  expect(await publicMode()).toBe('open');
  await note();
  expect((await register(app)).status).toBe(201);
});

test('a community without any organiser activity, or a closed one, keeps its settings', async () => {
  await app.db.run(`update sessions set used_at = now() - interval '8 days'`);
  await note();
  await app.db.run('update joining set attended_at = null');
  expect(await publicMode()).toBe('open');
  await app.db.run(`update joining set attended_at = now() - interval '8 days', mode = 'closed'`);
  expect(await publicMode()).toBe('closed');
});

test('invalid settings are refused at their field', async () => {
  const errors = async (json: object) => Object.keys((await change(json)).json.errors);
  expect(await errors({ wave: -1 })).toEqual(['wave']);
  expect(await errors({ wave: 1.5 })).toEqual(['wave']);
  expect(await errors({ wave: 10_001 })).toEqual(['wave']);
  expect(await errors({ question: 'x'.repeat(301) })).toEqual(['question']);
  expect(await errors({ mode: 'perhaps' })).toEqual(['mode']);
});

test.each([
  ['banned@example.test', 'banned+2@example.test'],
  ['banned+1@example.org', 'banned@example.org'],
  ['b.anned@gmail.com', 'ban.ned+x@googlemail.com'],
])('after %s was suspended, %s registers like any other address and is never verified', async (suspended, email) => {
  const suspendedMember = await addTestMember(app, { email: suspended, suspended_at: new Date() });
  const answer = await register(app, { email });
  expect([answer.status, answer.json.message]).toEqual([201, (await register(app)).json.message]);
  await runJobs(app.context);
  const sentMails = await outbox.take();
  expect(sentMails.filter(({ to }) => to === email)).toEqual([]);
  expect(sentMails.filter(({ to }) => to === suspendedMember.email).map(({ subject }) => subject)).toEqual(['You already have an account']);
});

test('a verification link fails while another account of the mailbox is suspended', async () => {
  const [name, host] = ['early', 'example.test'];
  await register(app, { email: `${name}+2@${host}` });
  await runJobs(app.context);
  const link = (await outbox.take()).find(({ to }) => to === `${name}+2@${host}`)!.links.find((index) => index.includes('verify'))!;
  const asBrowser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };
  const openLink = async () => (await fetchAs(app, link, 'GET', asBrowser)).location;
  const member = await addTestMember(app, { email: `${name}@${host}`, suspended_at: new Date() });
  expect(await openLink()).toContain('already-verified');
  await app.db.run('update members set suspended_at = null where id = $1', [member.id]);
  expect(await openLink()).toContain('status=verified');
});

test('only aliases of a suspended mailbox are blocked, and none if admins allow aliases', async () => {
  const verifies = async (email: string) => {
    await register(app, { email });
    await runJobs(app.context);
    return (await outbox.take()).some(({ to }) => to === email);
  };
  await addTestMember(app, { email: 'free@example.test' });
  await addTestMember(app, { email: 'gone@example.test', suspended_at: new Date() });
  expect([await verifies('free+2@example.test'), await verifies('g.one@example.test'), await verifies('gone@example.org')]).toEqual([
    true,
    true,
    true,
  ]);
  await change({ block_aliases: false });
  expect(await settings()).toMatchObject({ block_aliases: false });
  expect(await verifies('gone+2@example.test')).toBe(true);
  await change({ block_aliases: true });
});

describe('joining by a provider', () => {
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

  const reasonOf = ({ location }: { location: URL }): string | null => location.searchParams.get('reason');
  const isThere = async (email: string): Promise<boolean> =>
    (await app.db.row('select from members where email = $1', [email])) !== undefined;

  test('joining by the provider also needs an invitation, but existing members still sign in', async () => {
    await setJoining(app, { mode: 'open' });
    const identity = newIdentity();
    expect((await visitProvider(app, identity)).token).not.toBeNull();
    await setJoining(app, { mode: 'invitation' });
    const organiser = await addTestMember(app, { role: 'moderator' });
    const { token } = await invite(app, organiser);

    const uninvited = newIdentity();
    expect(reasonOf(await visitProvider(app, uninvited))).toBe('invitationRequired');
    expect(await isThere(uninvited.claims.email)).toBe(false);
    expect((await visitProvider(app, identity)).token).not.toBeNull();

    const guest = newIdentity();
    expect((await visitProvider(app, guest, token)).token).not.toBeNull();
    const invited = await app.db.row<{ inviter_id: string }>(
      'select inviter_id from invited_members im join members m on m.id = im.member_id where m.email = $1',
      [guest.claims.email],
    );
    expect(invited!.inviter_id).toBe(organiser.id);

    const late = newIdentity();
    expect(reasonOf(await visitProvider(app, late, token))).toBe('invitationGone');
    expect(await isThere(late.claims.email)).toBe(false);
  });

  test('closed joining also refuses newcomers by the provider, but not existing members', async () => {
    await setJoining(app, { mode: 'open' });
    const identity = newIdentity();
    await visitProvider(app, identity);
    await setJoining(app, { mode: 'closed' });
    expect(reasonOf(await visitProvider(app, newIdentity()))).toBe('registrationClosed');
    expect((await visitProvider(app, identity)).token).not.toBeNull();
  });

  test('a suspended member cannot return with another spelling of their address', async () => {
    await setJoining(app, { mode: 'open' });
    await addTestMember(app, { email: 'ada.obi@gmail.com', suspended_at: new Date() });
    const spelling = () => {
      const person = newIdentity();
      return { ...person, claims: { ...person.claims, email: 'A.daObi+again@googlemail.com' } };
    };
    expect(reasonOf(await visitProvider(app, spelling()))).toBe('accountSuspended');
    await setJoining(app, { block_aliases: false });
    expect((await visitProvider(app, spelling())).token).not.toBeNull();
  });
});
