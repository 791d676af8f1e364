import { allCalls } from '@mbari/contract/all';
import { allowedWhileSilenced } from '@mbari/contract/moderation/silence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestTopic } from '../testing/forum.ts';
import { createModerationHelpers } from '../testing/moderation.ts';
import { addTestPhoto } from '../testing/posts.ts';

let app: TestApp;
let moderator: TestMember;
let act: ReturnType<typeof createModerationHelpers>;
beforeAll(async () => {
  app = await startTestApp();
  act = createModerationHelpers(app);
  moderator = await addTestMember(app, { role: 'moderator' });
});
afterAll(() => app.close());

const readMe = async (caller: TestMember): Promise<TestAnswer['json']> => (await app.call('GET', '/me', { token: caller.token })).json.data;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const warn = (member: TestMember, json: object, organiser = moderator): Promise<TestAnswer> =>
  app.call('POST', `/moderation/users/${member.id}/warn`, { token: organiser.token, json });
const silence = (member: TestMember, json: object, organiser = moderator): Promise<TestAnswer> =>
  app.call('POST', `/moderation/users/${member.id}/silence`, { token: organiser.token, json });

async function addRule(title: string): Promise<string> {
  const admin = await addTestMember(app, { role: 'admin' });
  const { version, rules } = (await app.call('GET', '/rules')).json.data;
  const answer = await app.call('PUT', '/admin/rules', {
    token: admin.token,
    json: { version, rules: [...rules, { title, is_urgent: true }] },
  });
  return answer.json.data.rules.at(-1).id;
}

test('a warning is shown with its rule until the member acknowledges it', async () => {
  const member = await addTestMember(app);
  const rule_id = await addRule('The work, not the person');
  expect((await warn(member, { rule_id, reason: 'That was rude.' })).status).toBe(200);
  const { warning } = await readMe(member);
  expect(warning).toMatchObject({ reason: 'That was rude.', rule: { id: rule_id, title: 'The work, not the person' } });
  expect((await act.messages(member))[0]).toBe('The organisers warned you: The work, not the person · That was rude.');

  const stranger = await addTestMember(app);
  const acknowledge = (caller: TestMember) => app.call('POST', `/me/warnings/${warning.id}/acknowledge`, { token: caller.token });
  expect((await acknowledge(stranger)).status).toBe(404);
  expect((await readMe(member)).warning).not.toBeNull();
  expect((await acknowledge(member)).status).toBe(200);
  expect((await acknowledge(member)).status).toBe(200);
  expect((await readMe(member)).warning).toBeNull();
});

test('a silenced member reads but cannot write, learns the reason and end, and can appeal', async () => {
  const [member, owner] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const photo = await addTestPhoto(app, owner);
  const topic = await addTestTopic(app, owner);
  const until = inDays(7);
  expect((await silence(member, { reason: 'Cool down.', until })).status).toBe(200);
  const comment = () => act.post(member, `/photos/${photo.id}/comments`, { content: 'Hello' });
  const refusal = await comment();
  expect(refusal.status).toBe(403);
  expect(refusal.json).toMatchObject({
    code: 'silenced',
    reason: 'silencedUntil',
    params: { reason: 'Cool down.', until: until.slice(0, 10) },
  });
  expect((await act.post(member, `/forum/topics/${topic.id}/posts`, { body: 'Hello' })).json.code).toBe('silenced');
  expect((await act.post(member, `/photos/${photo.id}/like`)).json.code).toBe('silenced');
  expect(await act.statusOf(member, `/photos/${photo.id}`)).toBe(200);
  expect((await act.post(member, `/photos/${photo.id}/save`)).status).toBeLessThan(300);
  expect(await readMe(member)).toMatchObject({ silence: { reason: 'Cool down.', until }, viewer: { may_post: false } });
  expect(await act.statusOf(owner, `/users/${member.username}`)).toBe(200);

  expect((await app.call('DELETE', `/moderation/users/${member.id}/silence`, { token: moderator.token })).status).toBe(200);
  expect((await comment()).status).toBe(201);
  expect((await app.call('DELETE', `/moderation/users/${member.id}/silence`, { token: moderator.token })).status).toBe(404);
});

test('a silence with an end expires, and one without stays', async () => {
  const member = await addTestMember(app);
  const photo = await addTestPhoto(app, moderator);
  const like = () => act.post(member, `/photos/${photo.id}/like`);
  await silence(member, { reason: 'For good.' });
  expect((await like()).json.reason).toBe('silenced');
  await app.db.run(`update members set silenced_until = now() - interval '1 second' where id = $1`, [member.id]);
  expect((await like()).status).toBe(200);
  expect((await readMe(member)).silence).toBeNull();
  expect((await silence(member, { reason: 'Too late', until: inDays(-1) })).json.errors).toHaveProperty('until');
});

test('an act on a report needs a rule or a text; an act with neither is refused', async () => {
  const [member, reporter] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const rule_id = await addRule('No adverts');
  const reported = await act.post(reporter, '/reports', { subject_type: 'user', subject_id: member.id, rule_id });
  expect(reported.status).toBe(201);
  const [open] = (await act.queue(moderator)).data;
  expect(open).toMatchObject({ is_urgent: true, reasons: [{ reason: null, rule: { id: rule_id }, count: 1 }] });
  expect((await act.resolve(moderator, open.id, { outcome: 'silenced', until: inDays(1) })).json.errors).toHaveProperty('note');
  expect((await act.resolve(moderator, open.id, { outcome: 'silenced', rule_id, until: inDays(1) })).status).toBe(200);
  expect((await readMe(member)).silence.reason).toBe('No adverts');
  expect((await act.messages(reporter))[0]).toContain('acted on what you reported');
  const [resolved] = (await act.queue(moderator, '?state=resolved')).data;
  expect(resolved).toMatchObject({ resolution: { outcome: 'silenced', rule: { id: rule_id } }, viewer: { may_end_silence: true } });
});

test('a report names either a reason or an active rule', async () => {
  const [member, reporter] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const rule_id = await addRule('Say who made it');
  const report = (json: object) => act.post(reporter, '/reports', { subject_type: 'user', subject_id: member.id, ...json });
  expect((await report({})).json.errors).toHaveProperty('reason');
  expect((await report({ rule_id, reason: 'spam' })).json.errors).toHaveProperty('reason');
  expect((await report({ rule_id: reporter.id })).json.errors).toHaveProperty('rule_id');
  expect((await report({ rule_id: 'nothing' })).json.errors).toHaveProperty('rule_id');
  expect((await act.queue(moderator)).data).toEqual([]);
});

test('organisers warn and silence members below their role; members cannot', async () => {
  const [member, peer, admin] = await Promise.all([
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app, { role: 'admin' }),
  ]);
  for (const action of ['warn', 'silence']) {
    const path = (member: TestMember) => `/moderation/users/${member.id}/${action}`;
    expect((await act.post(moderator, path(peer), { reason: 'No' })).json.code).toBe('forbidden');
    expect((await act.post(moderator, path(admin), { reason: 'No' })).json.code).toBe('forbidden');
    expect((await act.post(moderator, path(moderator), { reason: 'No' })).json.code).toBe('cannot_suspend_self');
    expect((await act.post(member, path(peer), { reason: 'No' })).json.code).toBe('forbidden');
    expect((await act.post(admin, path(peer), { reason: 'Yes' })).status).toBe(200);
  }
});

test('the list of calls allowed to silenced members names only existing calls', () => {
  const names = new Set(allCalls.map(({ name }) => name));
  expect([...allowedWhileSilenced].filter((name) => !names.has(name))).toEqual([]);
});
