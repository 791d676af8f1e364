import { allCalls } from '@mbari/contract/all';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { invite, register, registration, setJoining } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { startTestProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { openOutbox } from '../../testing/mails.ts';
import { newIdentity, visitProvider } from '../../testing/provider-visit.ts';
import { sweepPendingAccounts } from '../accounts/erase-accounts.ts';

let provider: TestProvider;
let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
let organiser: TestMember;
let member: TestMember;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp(provider.settings);
  outbox = openOutbox(app);
  organiser = await addTestMember(app, { role: 'moderator' });
  member = await addTestMember(app);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  await setJoining(app, { mode: 'approval', question: 'What do you make?' });
  await outbox.take();
});

const mails = async () => {
  await runJobs(app.context);
  return outbox.take();
};
async function apply(changes: Record<string, unknown> = {}) {
  const fields = registration(changes);
  const { json } = await app.call('POST', '/auth/register', { json: fields });
  const link = new URL((await mails()).find(({ to }) => to === fields['email'])!.links[0]!);
  await app.call('GET', link.pathname + link.search);
  return {
    id: json.user.id as string,
    token: json.token as string,
    email: fields['email'] as string,
    password: fields['password'] as string,
  };
}
const readOwn = (applicant: { token: string }) => app.call('GET', '/me/application', { token: applicant.token });
const answer = (applicant: { token: string }, text = 'Chairs of bamboo') =>
  app.call('PUT', '/me/application', { token: applicant.token, json: { answer: text } });
const queue = async () => (await app.call('GET', '/moderation/applications', { token: organiser.token })).json;
const queued = async (id: string) => (await queue()).data.find((application: { id: string }) => application.id === id);
const decide = (id: string, json: object, by: { token: string } = organiser) =>
  app.call('POST', `/moderation/applications/${id}/decide`, { token: by.token, json });
const me = async (applicant: { token: string }) => (await app.call('GET', '/me', { token: applicant.token })).json.data;
const task = { signal: new AbortController().signal, attempt: 1 };
const sweep = () => sweepPendingAccounts(null, { ...task, context: app.context });
const isThere = async (id: string) => (await app.db.row('select from members where id = $1', [id])) !== undefined;

test('an applicant answers the question, is approved by an organiser and is mailed', async () => {
  const asks = await apply({ name: 'Ifeoma Asks' });
  expect(await me(asks)).toMatchObject({ email_verified: true, awaits_approval: true });
  expect((await readOwn(asks)).json.data).toEqual({ state: 'unsent', question: 'What do you make?', answer: null, reason: null });
  expect(await queued(asks.id)).toBeUndefined();

  expect((await answer(asks)).json.data.state).toBe('waiting');
  expect((await answer(asks, 'Chairs and stools')).status).toBe(200);
  expect(await queued(asks.id)).toMatchObject({
    member: { name: 'Ifeoma Asks' },
    question: 'What do you make?',
    answer: 'Chairs and stools',
  });
  expect(await mails()).toEqual([]);

  expect((await decide(asks.id, { verdict: 'approved' })).status).toBe(200);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[asks.email, 'Welcome to Mbari']]);
  expect(await me(asks)).toMatchObject({ email_verified: true, awaits_approval: false });
  expect((await readOwn(asks)).status).toBe(404);
  expect((await app.call('GET', '/onboarding/interests', { token: asks.token })).json.code).not.toBe('approval_pending');
  const log = await app.call('GET', '/moderation/log?action=approve_member', { token: organiser.token });
  expect(log.json.data[0]).toMatchObject({ actor: { id: organiser.id }, member: { id: asks.id } });
});

test('until approval, applicants reach only their own account and are invisible', async () => {
  const asks = await apply({ name: 'Unseen Applicant', username: 'unseen.applicant' });
  await answer(asks);
  const beyond = allCalls.filter(({ access }) => !['open', 'optional', 'session'].includes(access));
  expect(beyond.length).toBeGreaterThan(100);
  for (const { method, path } of beyond) {
    const { status, json } = await app.call(method, path.replaceAll(/\{\w+\}/g, member.id), { token: asks.token });
    expect([method, path, status, json?.code]).toEqual([method, path, 403, 'approval_pending']);
  }
  for (const path of ['/users/unseen.applicant', '/users?search=unseen', '/search?q=unseen']) {
    const { json } = await app.call('GET', path, { token: member.token });
    expect(JSON.stringify(json)).not.toContain('Unseen Applicant');
  }
});

test('only organisers read applications and decide', async () => {
  const asks = await apply();
  await answer(asks);
  expect((await app.call('GET', '/moderation/applications', { token: member.token })).json.code).toBe('forbidden');
  expect((await decide(asks.id, { verdict: 'approved' }, member)).json.code).toBe('forbidden');
  expect((await decide(asks.id, { verdict: 'approved' }, asks)).json.code).toBe('approval_pending');
  expect((await decide(member.id, { verdict: 'declined' })).status).toBe(404);
  expect((await me(asks)).awaits_approval).toBe(true);
});

test('declined applicants read the reason, cannot apply again and are deleted after a week', async () => {
  const asks = await apply();
  await answer(asks);
  expect((await decide(asks.id, { verdict: 'declined', reason: 'We only take potters.' })).status).toBe(200);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[asks.email, 'Your request to join Mbari']]);
  expect((await readOwn(asks)).json.data).toMatchObject({ state: 'declined', reason: 'We only take potters.' });
  expect((await answer(asks)).json.reason).toBe('applicationDecided');
  expect(await queued(asks.id)).toBeUndefined();
  const secondLogin = await app.call('POST', '/auth/login', { json: { email: asks.email, password: asks.password } });
  expect(secondLogin.json.user.awaits_approval).toBe(true);
  await sweep();
  expect(await isThere(asks.id)).toBe(true);
  await app.db.run(`update applications set decided_at = now() - interval '8 days' where member_id = $1`, [asks.id]);
  await sweep();
  expect(await isThere(asks.id)).toBe(false);
});

test('the second of two decisions is refused', async () => {
  const asks = await apply();
  await answer(asks);
  const second = await addTestMember(app, { role: 'admin' });
  const answers = await Promise.all([
    decide(asks.id, { verdict: 'approved' }),
    decide(asks.id, { verdict: 'declined', reason: 'No' }, second),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const secondDecision = answers.find(({ status }) => status === 409)!;
  expect(secondDecision.json.reason).toBe('applicationDecided');
  expect((await mails()).filter(({ to }) => to === asks.email)).toHaveLength(1);
});

test('waiting applicants are kept; those without an answer are swept after two weeks', async () => {
  const [waits, silent] = [await apply(), await apply()];
  await answer(waits);
  await app.db.run(
    `update members set created_at = now() - interval '15 days', awaits_approval_since = now() - interval '15 days' where id = any($1::uuid[])`,
    [[waits.id, silent.id]],
  );
  await sweep();
  expect([await isThere(waits.id), await isThere(silent.id)]).toEqual([true, false]);
});

test('an invited newcomer needs no approval, unless the invitation has ended', async () => {
  const { token } = await invite(app, organiser);
  const guest = await apply({ invitation: token });
  expect(await me(guest)).toMatchObject({ email_verified: true, awaits_approval: false });
  const late = await apply({ invitation: token });
  expect((await me(late)).awaits_approval).toBe(true);
});

test('without a question, organisers see every applicant with a verified address', async () => {
  await setJoining(app, { question: '' });
  const unverified = await register(app);
  const asks = await apply();
  expect((await readOwn(asks)).json.data).toMatchObject({ state: 'waiting', question: null });
  expect((await answer(asks)).status).toBe(404);
  expect(await queued(asks.id)).toMatchObject({ question: null, answer: null });
  expect(await queued(unverified.json.user.id)).toBeUndefined();
});

test('newcomers by the provider also wait for approval, and a pending account with their address loses its sessions', async () => {
  const application = newIdentity();
  const { token: handoff } = await visitProvider(app, application);
  expect(handoff).not.toBeNull();
  const row = await app.db.row<{ waits: boolean; verified: boolean }>(
    'select awaits_approval_since is not null as waits, email_verified_at is not null as verified from members where email = $1',
    [application.claims.email],
  );
  expect(row).toEqual({ waits: true, verified: false });
  expect((await visitProvider(app, application)).token).not.toBeNull();

  const two = newIdentity();
  const squatter = await register(app, { email: two.claims.email });
  await visitProvider(app, two);
  expect((await app.call('GET', '/me', { token: squatter.json.token })).status).toBe(401);
  const takenAddress = await app.db.row<{ waits: boolean }>(
    'select awaits_approval_since is not null and email_verified_at is null as waits from members where id = $1',
    [squatter.json.user.id],
  );
  expect(takenAddress).toEqual({ waits: true });
});

test('registering with a waiting applicant’s address does not change their password', async () => {
  const asks = await apply();
  const squatter = await register(app, { email: asks.email, password: 'another one 1961', password_confirmation: 'another one 1961' });
  expect(squatter.status).toBe(201);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[asks.email, 'You already have an account']]);
  const login = await app.call('POST', '/auth/login', { json: { email: asks.email, password: asks.password } });
  expect([login.status, login.json.user.id]).toEqual([200, asks.id]);
  const application = newIdentity({ email: asks.email });
  await visitProvider(app, application);
  expect((await me(asks)).awaits_approval).toBe(true);
});

test('a change of address does not approve an applicant', async () => {
  const asks = await apply();
  const emailChange = await app.call('PUT', '/me/email', {
    token: asks.token,
    json: { email: 'moved.applicant@example.test', password: asks.password },
  });
  expect(emailChange.status).toBe(200);
  const link = new URL((await mails()).find(({ to }) => to === 'moved.applicant@example.test')!.links[0]!);
  await app.call('GET', link.pathname + link.search);
  expect(await me(asks)).toMatchObject({ email: 'moved.applicant@example.test', awaits_approval: true });
});

test('a password reset does not approve an applicant', async () => {
  const fields = registration();
  const { json } = await app.call('POST', '/auth/register', { json: fields });
  await mails();
  await app.call('POST', '/auth/forgot-password', { json: { email: fields['email'] } });
  const link = new URL((await mails()).find(({ subject }) => subject === 'Set a new password')!.links[0]!);
  const reset = await app.call('POST', '/auth/reset-password', {
    json: {
      token: link.searchParams.get('token'),
      email: fields['email'],
      password: 'kola nut 1962 again',
      password_confirmation: 'kola nut 1962 again',
    },
  });
  expect(reset.status).toBe(200);
  const login = await app.call('POST', '/auth/login', { json: { email: fields['email'], password: 'kola nut 1962 again' } });
  expect(login.json.user).toMatchObject({ id: json.user.id, email_verified: true, awaits_approval: true });
});

test('an applicant whose address another member verified can only be declined', async () => {
  const asks = await apply();
  await answer(asks);
  await addTestMember(app, { email: asks.email });
  const refusal = await decide(asks.id, { verdict: 'approved' });
  expect([refusal.status, refusal.json.reason]).toEqual([409, 'applicantAddressTaken']);
  expect((await queued(asks.id)).answer).toBe('Chairs of bamboo');
  expect((await decide(asks.id, { verdict: 'declined' })).status).toBe(200);
});

test('the queue is paged, longest waiting first, without repeats', async () => {
  const applicants = [await apply(), await apply(), await apply()];
  for (const application of applicants) await answer(application);
  const seenIds: string[] = [];
  let cursor = '';
  do {
    const { json } = await app.call('GET', `/moderation/applications?per_page=2${cursor}`, { token: organiser.token });
    seenIds.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.meta.next_cursor === null ? '' : `&cursor=${json.meta.next_cursor}`;
  } while (cursor !== '');
  expect(seenIds).toEqual([...new Set(seenIds)].toSorted());
  expect(seenIds).toEqual(expect.arrayContaining(applicants.map(({ id }) => id)));
});
