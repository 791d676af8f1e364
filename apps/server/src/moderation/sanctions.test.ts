import { allCalls } from '@mbari/contract/all';
import { allowedWhileSilenced } from '@mbari/contract/moderation/silence';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTestAccount, testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';
import { readStream } from '../testing/event-stream.ts';
import { addTestReply, addTestTopic } from '../testing/forum.ts';
import { addComment } from '../testing/matrix/world.ts';
import { createModerationHelpers } from '../testing/moderation.ts';
import { addTestPhoto } from '../testing/posts.ts';
import { liftExpiredSuspensions } from './cases/resolve-reports.ts';

describe('sanctions', () => {
  let app: TestApp;
  let moderator: TestMember;
  let act: ReturnType<typeof createModerationHelpers>;
  beforeAll(async () => {
    app = await startTestApp();
    act = createModerationHelpers(app);
    moderator = await addTestMember(app, { role: 'moderator' });
  });
  afterAll(() => app.close());

  const readMe = async (caller: TestMember): Promise<TestAnswer['json']> =>
    (await app.call('GET', '/me', { token: caller.token })).json.data;
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
});

describe('appeals', () => {
  let app: TestApp;
  let member: TestMember;
  let reporter: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  let act: ReturnType<typeof createModerationHelpers>;
  beforeAll(async () => {
    app = await startTestApp();
    act = createModerationHelpers(app);
    [member, reporter, moderator, admin] = await Promise.all([
      addTestMember(app),
      addTestMember(app),
      addTestMember(app, { role: 'moderator' }),
      addTestMember(app, { role: 'admin' }),
    ]);
  });
  afterAll(() => app.close());

  const readLastDecisionId = async (caller = member): Promise<string> =>
    (await app.db.row<{ id: string }>('select id from moderation_log where member_id = $1 order by id desc limit 1', [caller.id]))!.id;
  const appeal = (id: string, caller = member, body = 'It is my own work.'): Promise<TestAnswer> =>
    app.call('POST', `/decisions/${id}/appeal`, { token: caller.token, json: { body } });
  const decide = (id: string, outcome: 'granted' | 'refused', caller = admin, note = ''): Promise<TestAnswer> =>
    app.call('POST', `/moderation/appeals/${id}/resolve`, { token: caller.token, json: { outcome, note } });
  const queue = async (caller: TestMember, state = 'open'): Promise<{ id: string }[]> =>
    (await app.call('GET', `/moderation/appeals?state=${state}`, { token: caller.token })).json.data;
  const readDecision = async (id: string, caller = member): Promise<TestAnswer> =>
    app.call('GET', `/decisions/${id}`, { token: caller.token });

  async function removePhoto(organiser = moderator): Promise<{ photo: { id: string }; id: string }> {
    const photo = await addTestPhoto(app, member);
    expect((await act.post(organiser, `/moderation/photos/${photo.id}/remove`, { reason: 'Not yours' })).status).toBe(200);
    return { photo, id: await readLastDecisionId() };
  }

  test('the author of a removed photo reads the reason and appeals, and another organiser restores it', async () => {
    const { photo, id } = await removePhoto();
    const decision = await readDecision(id);
    expect(decision.json.data).toMatchObject({
      action: 'remove_photo',
      reason: 'Not yours',
      rule: null,
      appeal: null,
      viewer: { may_appeal: true },
    });
    const answer = await appeal(id);
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({ appeal: { body: 'It is my own work.', resolution: null }, viewer: { may_appeal: false } });

    expect(await queue(moderator)).toEqual([]);
    expect(await queue(admin)).toMatchObject([
      { id, body: 'It is my own work.', member: { id: member.id }, against: { action: 'remove_photo', actor: { id: moderator.id } } },
    ]);
    expect((await decide(id, 'granted', moderator)).status).toBe(404);
    expect((await decide(id, 'granted', admin, 'You are right.')).status).toBe(200);
    expect(await act.statusOf(reporter, `/photos/${photo.id}`)).toBe(200);
    expect((await readDecision(id)).json.data.appeal.resolution).toMatchObject({ outcome: 'granted', note: 'You are right.' });
    expect((await act.messages(member))[0]).toBe('The organisers granted your appeal');
    expect(await queue(admin)).toEqual([]);
    expect(await queue(moderator, 'resolved')).toMatchObject([{ id, resolution: { outcome: 'granted', by: { id: admin.id } } }]);
    expect((await act.log(admin, '?action=grant_appeal')).data).toHaveLength(1);
  });

  test('a refused appeal changes nothing and is final', async () => {
    const { photo, id } = await removePhoto();
    await appeal(id);
    expect((await appeal(id)).json).toMatchObject({ code: 'conflict', reason: 'appealedAlready' });
    expect((await decide(id, 'refused', admin, 'It is not.')).status).toBe(200);
    expect(await act.statusOf(reporter, `/photos/${photo.id}`)).toBe(404);
    expect((await appeal(id)).status).toBe(409);
    expect((await decide(id, 'granted')).json).toMatchObject({ code: 'conflict', reason: 'appealResolved' });
  });

  test('only one of several concurrent appeals succeeds, and only one of several concurrent resolutions', async () => {
    const otherAdmin = await addTestMember(app, { role: 'admin' });
    const { id } = await removePhoto();
    const answers = await Promise.all([appeal(id), appeal(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const decided = await Promise.all([decide(id, 'granted'), decide(id, 'refused', otherAdmin)]);
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('granted appeals restore comments, forum posts and topics', async () => {
    const photo = await addTestPhoto(app, reporter);
    const comment = await addComment(app, photo.id, member, 'Look at this.');
    await act.post(moderator, `/moderation/comments/${comment}/remove`, { reason: 'Rude' });
    await appeal(await readLastDecisionId());
    await decide(await readLastDecisionId(), 'granted');
    expect((await app.db.row('select from comments where id = $1 and deleted_at is null', [comment])) !== undefined).toBe(true);

    const topic = await addTestTopic(app, reporter);
    const reply = await addTestReply(app, topic, member);
    const ownTopic = await addTestTopic(app, member);
    for (const [type, id] of [
      ['forum_post', reply.id],
      ['topic', ownTopic.id],
    ] as const) {
      expect((await act.report(reporter, type, id)).status).toBe(201);
      const [openCase] = (await act.queue(moderator)).data;
      expect(openCase.subject.type).toBe(type);
      expect((await act.resolve(moderator, openCase.id, { outcome: 'removed', note: 'Off topic' })).status).toBe(200);
      const decision = await readLastDecisionId();
      expect((await readDecision(decision)).json.data.reason).toBe('Off topic');
      await appeal(decision);
      expect((await decide(decision, 'granted')).status).toBe(200);
    }
    expect(await app.db.row('select from forum_posts where id = $1 and deleted_at is null', [reply.id])).toBeDefined();
    expect(await act.statusOf(reporter, `/forum/topics/${ownTopic.id}`)).toBe(200);
  });

  test('an appeal after the deadline is refused, and other members’ decisions are not found', async () => {
    const { id } = await removePhoto();
    expect((await readDecision(id, reporter)).status).toBe(404);
    expect((await appeal(id, reporter)).status).toBe(404);
    expect((await appeal(id, moderator)).status).toBe(404);
    expect((await appeal(id, member, '  ')).status).toBe(422);
    const laterApp = await startTestApp({}, { now: () => new Date(Date.now() + 15 * 86_400_000) }, { beside: app });
    try {
      const { json } = await laterApp.call('POST', `/decisions/${id}/appeal`, { token: member.token, json: { body: 'Late' } });
      expect(json).toMatchObject({ code: 'conflict', reason: 'appealTooLate' });
    } finally {
      await laterApp.close();
    }
  });

  test('organisers cannot resolve appeals of their own; if there is no other organiser, the one who acted can', async () => {
    const smallApp = await startTestApp();
    try {
      const onlyAdmin = await addTestMember(smallApp, { role: 'admin' });
      const author = await addTestMember(smallApp);
      const smallUse = createModerationHelpers(smallApp);
      const photo = await addTestPhoto(smallApp, author);
      await smallUse.post(onlyAdmin, `/moderation/photos/${photo.id}/remove`, { reason: 'Why not' });
      const { id } = (await smallApp.db.row<{ id: string }>('select id from moderation_log limit 1'))!;
      await smallApp.call('POST', `/decisions/${id}/appeal`, { token: author.token, json: { body: 'Please' } });
      const listOpen = async (caller: TestMember) => (await smallApp.call('GET', '/moderation/appeals', { token: caller.token })).json.data;
      expect(await listOpen(onlyAdmin)).toHaveLength(1);
      await smallApp.db.run(`update members set role = 'moderator' where id = $1`, [author.id]);
      expect(await listOpen(author)).toEqual([]);
      const second = await addTestMember(smallApp, { role: 'moderator' });
      expect(await listOpen(onlyAdmin)).toEqual([]);
      expect(await listOpen(second)).toHaveLength(1);
    } finally {
      await smallApp.close();
    }
  });

  test('only organisers read and resolve appeals', async () => {
    const { id } = await removePhoto();
    await appeal(id);
    expect((await app.call('GET', '/moderation/appeals', { token: reporter.token })).status).toBe(403);
    expect((await decide(id, 'granted', reporter)).status).toBe(403);
    expect((await app.call('GET', '/moderation/appeals?cursor=x', { token: admin.token })).status).toBe(422);
  });
});

describe('suspensions', () => {
  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  let member: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    member = await addTestAccount(app);
    [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
  });

  const suspend = (caller: TestMember, target: { id: string }, body: object = { reason: 'Spam' }) =>
    use.post(caller, `/moderation/users/${target.id}/suspend`, body);
  const endSuspension = (caller: TestMember, target: { id: string }) =>
    app.call('DELETE', `/moderation/users/${target.id}/suspend`, { token: caller.token });
  const logIn = () => app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword, device_name: 'web' } });
  const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

  test('a suspension signs the member out, hides them immediately and shows the reason at sign-in', async () => {
    const photo = await addTestPhoto(app, member);
    const stream = await readStream(app, member.token);
    const startTime = performance.now();
    expect((await suspend(moderator, member, { reason: 'Spam, again and again' })).status).toBe(200);
    await stream.ended;
    expect(performance.now() - startTime).toBeLessThan(1_500);
    expect(await use.statusOf(member, '/me')).toBe(401);
    expect(await use.statusOf(admin, `/photos/${photo.id}`)).toBe(404);
    expect(await use.statusOf(admin, `/users/${member.username}`)).toBe(404);
    const refusal = await logIn();
    expect([refusal.status, refusal.json.code]).toEqual([403, 'account_suspended']);
    expect(refusal.json.message).toBe('This account is suspended. The organisers wrote: Spam, again and again');
    expect((await endSuspension(moderator, member)).status).toBe(200);
    expect(await use.statusOf(member, '/me'), 'a session that ended stays so').toBe(401);
    expect((await logIn()).status).toBe(200);
    expect(await use.statusOf(admin, `/photos/${photo.id}`)).toBe(200);
    expect((await endSuspension(moderator, member)).status).toBe(404);
  });

  test('a suspension with an end expires by the clock or at the next sign-in', async () => {
    const until = inDays(3);
    await suspend(moderator, member, { reason: 'Cool down', until });
    expect((await logIn()).json.message).toContain(`until ${until.slice(0, 10)}`);
    await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    expect((await logIn()).status).toBe(403);
    const pass = () => app.db.run(`update members set suspended_until = now() - interval '1 second' where id = $1`, [member.id]);
    await pass();
    await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    expect(await use.statusOf(admin, `/users/${member.username}`)).toBe(200);
    await suspend(moderator, member, { reason: 'Cool down', until });
    await pass();
    expect((await logIn()).status).toBe(200);
    const { data } = await use.log(admin, '?action=end_suspension');
    expect(data.slice(0, 2)).toMatchObject([
      { actor: null, member: { id: member.id } },
      { actor: null, member: { id: member.id } },
    ]);
    await suspend(moderator, member, { reason: 'For good' });
    await liftExpiredSuspensions(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    expect((await logIn()).status).toBe(403);
  });

  test('organisers suspend only members below their role, never themselves', async () => {
    const [second, otherAdmin] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app, { role: 'admin' })];
    for (const [caller, target, status] of [
      [moderator, second, 403],
      [moderator, admin, 403],
      [admin, otherAdmin, 403],
      [admin, second, 200],
      [moderator, moderator, 422],
      [admin, admin, 422],
      [member, second, 403],
      [member, member, 403],
    ] as const) {
      expect((await suspend(caller, target)).status).toBe(status);
      if (target !== second || caller !== admin) expect((await endSuspension(caller, target)).status).toBe(status);
    }
    expect((await endSuspension(moderator, second)).status).toBe(403);
    expect(await use.statusOf(otherAdmin, '/me')).toBe(200);
  });

  test('suspending an unknown member, or until a past time, is refused', async () => {
    const closed = await addTestMember(app, { closed_at: new Date() });
    for (const id of [closed.id, '01890000-0000-7000-8000-000000000000', 'nonsense'])
      expect((await suspend(admin, { id })).status).toBe(404);
    for (const until of [inDays(-1), 'soon', 7]) expect((await suspend(admin, member, { reason: 'x', until })).status).toBe(422);
    for (const reason of ['', undefined]) expect((await suspend(admin, member, { reason })).status).toBe(422);
    expect(await use.statusOf(member, '/me')).toBe(200);
  });

  test('a post concurrent with a suspension is either published before it or refused', async () => {
    const [photo] = [await addTestPhoto(app, admin)];
    const answers = await Promise.all([
      suspend(moderator, member),
      ...Array.from({ length: 5 }, (_, n) => use.post(member, `/photos/${photo.id}/comments`, { content: `Comment ${n}` })),
    ]);
    expect(answers[0].status).toBe(200);
    expect(await app.db.row('select comments_count from photos where id = $1', [photo.id])).toEqual({ comments_count: 0 });
    await endSuspension(moderator, member);
    const publishedCount = answers.slice(1).filter(({ status }) => status === 201).length;
    expect(await app.db.row('select comments_count from photos where id = $1', [photo.id])).toEqual({ comments_count: publishedCount });
  });

  test('concurrent suspensions of one member both succeed', async () => {
    const answers = await Promise.all([suspend(moderator, member), suspend(admin, member, { reason: 'Worse', until: inDays(2) })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await logIn()).status).toBe(403);
    expect((await endSuspension(admin, member)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });
});
