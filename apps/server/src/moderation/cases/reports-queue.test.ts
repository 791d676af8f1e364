import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';

describe('the queue of reports', () => {
  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  let owner: TestMember;
  let talker: TestMember;
  let reporter: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  let photo: { id: string };
  let comment: { id: string };
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => void ({ owner, talker, reporter, moderator, admin, photo, comment } = await addReportable(app)));

  test('the queue groups reports by subject: urgent first, then the most reported, with reporters and reasons', async () => {
    const otherReporters = [await addTestMember(app), await addTestMember(app)];
    await use.report(reporter, 'comment', comment.id, 'harassment', 'Look.');
    for (const [n, member] of [reporter, ...otherReporters].entries())
      await use.report(member, 'photo', photo.id, n === 0 ? 'copyright' : 'spam');
    const { data, meta } = await use.queue(moderator);
    expect(meta).toEqual({ per_page: 20, next_cursor: null, open_count: 2 });
    expect(data).toMatchObject([
      {
        subject: { type: 'comment', excerpt: 'Something bad.', title: 'Uli wall', address: `/post/${photo.id}#comment-${comment.id}` },
        is_urgent: true,
        reports_count: 1,
        reports: [{ reason: 'harassment', note: 'Look.' }],
      },
      {
        subject: { type: 'photo', id: photo.id, state: 'there', address: `/post/${photo.id}`, title: 'Uli wall', author: { id: owner.id } },
        is_urgent: false,
        reports_count: 3,
        reasons: [
          { reason: 'spam', count: 2 },
          { reason: 'copyright', count: 1 },
        ],
        reports: [
          { reporter: { id: otherReporters[1]!.id } },
          { reporter: { id: otherReporters[0]!.id } },
          { reporter: { id: reporter.id } },
        ],
        resolution: null,
        viewer: { may_remove: true, may_suspend: true, may_restore: false, may_end_suspension: false },
      },
    ]);
    for (const { subject } of data) expect(subject.image).toMatchObject({ alt: 'Dancers', width: 1600 });
  });

  test('the queue pages by key, without repeats or gaps', async () => {
    const photos: { id: string }[] = [];
    for (let count = 0; count < 5; count += 1) photos.push(await addTestPhoto(app, owner));
    for (const { id } of photos) await use.report(reporter, 'photo', id);
    await use.report(talker, 'photo', photos[1]!.id);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = await use.queue(moderator, `?per_page=2${cursor && `&cursor=${cursor}`}`);
      ids.push(...data.map(({ subject }: { subject: { id: string } }) => subject.id));
      cursor = meta.next_cursor;
    }
    expect(ids).toEqual([1, 4, 3, 2, 0].map((n) => photos[n]!.id));
    for (const bad of ['x', '0.0.x', `0.1.${'g'.repeat(36)}`, `2.1.${newId()}`, newId()])
      expect((await app.call('GET', `/moderation/reports?cursor=${bad}`, { token: moderator.token })).status).toBe(422);
  });

  test('an organiser sees restricted content only while it is reported', async () => {
    await insertFollow(app.db, reporter.id, owner.id);
    await setMember(app, owner, { post_visibility: 'followers' });
    await use.report(reporter, 'comment', comment.id);
    const [open] = (await use.queue(moderator)).data;
    expect(open.subject.excerpt).toBe('Something bad.');
    expect((await use.resolve(moderator, open.id, { outcome: 'dismissed' })).status).toBe(200);
    expect((await use.queue(moderator)).data).toEqual([]);
    const [resolved] = (await use.queue(moderator, '?state=resolved')).data;
    expect(resolved).toMatchObject({
      subject: { id: comment.id, excerpt: null },
      resolution: { outcome: 'dismissed', by: { id: moderator.id } },
    });
    expect((await use.post(moderator, `/moderation/comments/${comment.id}/remove`, { reason: 'Spam' })).status).toBe(404);
  });

  test('organisers neither see nor resolve reports about themselves', async () => {
    const moderatorsPhoto = await addTestPhoto(app, moderator);
    await use.report(reporter, 'photo', moderatorsPhoto.id);
    await use.report(reporter, 'user', moderator.id);
    expect(await use.queue(moderator)).toMatchObject({ data: [], meta: { open_count: 0 } });
    const { data } = await use.queue(admin);
    expect(data).toHaveLength(2);
    for (const { id } of data) expect((await use.resolve(moderator, id, { outcome: 'dismissed' })).status).toBe(404);
    expect((await use.post(moderator, `/moderation/photos/${moderatorsPhoto.id}/remove`, { reason: 'Mine' })).json.code).toBe(
      'own_content',
    );
    for (const { id } of data) expect((await use.resolve(admin, id, { outcome: 'dismissed' })).status).toBe(200);
    const [moderatorsLog, adminsLog] = [await use.log(moderator), await use.log(admin)];
    const count = ({ data: rows }: { data: { action: string }[] }) => rows.filter(({ action }) => action === 'dismiss_reports').length;
    expect(count(adminsLog) - count(moderatorsLog)).toBe(2);
    expect(
      (await use.queue(moderator, '?state=resolved')).data.filter(
        (entry: { subject: { author: { id: string } } | null }) => entry.subject?.author?.id === moderator.id,
      ),
    ).toEqual([]);
  });
});

describe('the report desk', () => {
  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  let owner: TestMember;
  let reporter: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
    [owner, reporter, moderator, admin] = await Promise.all([
      addTestMember(app),
      addTestMember(app),
      addTestMember(app, { role: 'moderator' }),
      addTestMember(app, { role: 'admin' }),
    ]);
  });
  afterAll(() => app.close());

  async function reported(): Promise<string> {
    const photo = await addTestPhoto(app, owner);
    await use.report(reporter, 'photo', photo.id);
    return (await use.queue(moderator)).data[0].id;
  }
  const readCase = async (id: string, organiser = moderator): Promise<TestAnswer> =>
    app.call('GET', `/moderation/reports/${id}`, { token: organiser.token });
  const takeCase = (id: string, organiser: TestMember): Promise<TestAnswer> =>
    app.call('POST', `/moderation/reports/${id}/take`, { token: organiser.token });
  const leaveCase = (id: string, organiser: TestMember): Promise<TestAnswer> =>
    app.call('DELETE', `/moderation/reports/${id}/take`, { token: organiser.token });
  const addNote = (id: string, organiser: TestMember, body = 'Seen it before.'): Promise<TestAnswer> =>
    app.call('POST', `/moderation/reports/${id}/notes`, { token: organiser.token, json: { body } });
  const readFirstCase = async (organiser: TestMember): Promise<TestAnswer['json']> => (await use.queue(organiser)).data[0];

  test('the other organisers see who took a case, and can take the case over or release it', async () => {
    const id = await reported();
    expect((await takeCase(id, moderator)).status).toBe(200);
    expect(await readFirstCase(moderator)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: true } });
    expect(await readFirstCase(admin)).toMatchObject({ assignee: { id: moderator.id }, viewer: { has_taken: false } });
    await takeCase(id, admin);
    expect(await readFirstCase(moderator)).toMatchObject({ assignee: { id: admin.id } });
    expect((await leaveCase(id, admin)).status).toBe(200);
    expect(await readFirstCase(moderator)).toMatchObject({ assignee: null });
    await use.resolve(moderator, id, { outcome: 'dismissed' });
    expect((await takeCase(id, admin)).status).toBe(409);
  });

  test('a case shows notes, earlier acts and the outcomes of its reporters’ reports', async () => {
    const removedCase = await reported();
    await use.resolve(moderator, removedCase, { outcome: 'removed', note: 'Not yours' });
    const id = await reported();
    expect((await addNote(id, moderator)).status).toBe(201);
    await addNote(id, admin, 'So have I.');
    const { data } = (await readCase(id, admin)).json;
    expect(data.notes).toMatchObject([
      { author: { id: moderator.id }, body: 'Seen it before.' },
      { author: { id: admin.id }, body: 'So have I.' },
    ]);
    expect(data.history).toMatchObject([{ action: 'remove_photo', actor: { id: moderator.id } }]);
    expect(data.reporters).toMatchObject([{ reporter: { id: reporter.id }, reports_count: 2, acted_on_count: 1 }]);
    expect((await addNote(id, moderator, ' ')).status).toBe(422);
  });

  test('organisers cannot open cases about themselves, and members cannot open any', async () => {
    const photo = await addTestPhoto(app, moderator);
    await use.report(reporter, 'photo', photo.id);
    const { id } = (await app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]))!;
    for (const request of [readCase(id), takeCase(id, moderator), leaveCase(id, moderator), addNote(id, moderator)])
      expect((await request).status).toBe(404);
    for (const request of [readCase(id, owner), takeCase(id, owner), leaveCase(id, owner), addNote(id, owner)])
      expect((await request).status).toBe(403);
    expect((await readCase(id, admin)).status).toBe(200);
  });
});

describe('resolving reports in bulk', () => {
  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  let owner: TestMember;
  let reporter: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.pool.query('update reports set resolved_at = now() where resolved_at is null');
    [owner, reporter] = await Promise.all([addTestMember(app), addTestMember(app)]);
    [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
  });

  const resolveInBulk = (caller: TestMember, report_ids: unknown, fields: object): Promise<TestAnswer> =>
    app.call('POST', '/moderation/reports/resolve', { token: caller.token, json: { report_ids, ...fields } });
  const findCaseId = async (id: string): Promise<string> =>
    (await app.db.row<{ id: string }>('select min(id::text) as id from reports where subject_id = $1 and resolved_at is null', [id]))!.id;
  async function report(type: string, id: string, ...otherReporters: TestMember[]): Promise<string> {
    for (const member of [reporter, ...otherReporters]) await use.report(member, type, id);
    return findCaseId(id);
  }
  const addPhotos = (count: number, author = owner) =>
    Promise.all(Array.from({ length: count }, () => addTestPhoto(app, author, { title: 'Uli wall' })));
  const reasons = ({ json }: TestAnswer): (string | null)[] =>
    json.data.map(({ refusal }: { refusal: { reason: string } | null }) => refusal?.reason ?? null);
  const entries = async () =>
    app.db.rows<{ action: string; reports_count: number }>(
      'select action, reports_count from moderation_log where actor_id = any($1) order by id',
      [[moderator.id, admin.id]],
    );

  test('a bulk dismissal logs each subject and notifies its reporters', async () => {
    const [first, second] = await addPhotos(2);
    const ids = [await report('photo', first!.id, moderator), await report('photo', second!.id)];
    const answer = await resolveInBulk(admin, ids, { outcome: 'dismissed', note: 'All fine' });
    expect([answer.status, answer.json.data]).toEqual([200, ids.map((id) => ({ id, refusal: null }))]);
    expect(await entries()).toEqual([
      { action: 'dismiss_reports', reports_count: 2 },
      { action: 'dismiss_reports', reports_count: 1 },
    ]);
    expect((await use.queue(admin)).data).toEqual([]);
    expect(await use.statusOf(reporter, `/photos/${first!.id}`)).toBe(200);
    expect(await use.messages(reporter)).toContain('The organisers reviewed your report and kept the content');
    expect(await use.messages(owner)).toEqual([]);
  });

  test('a bulk removal hides a photo, a comment, a post and a topic, and updates the counts', async () => {
    const [photo, otherPhoto] = await addPhotos(2);
    const comment = (await use.post(owner, `/photos/${otherPhoto!.id}/comments`, { content: 'Bad.' })).json.data;
    const topic = await addTestTopic(app, owner, { title: 'Selling' });
    const otherTopic = await addTestTopic(app, reporter);
    const reply = await addTestReply(app, otherTopic, owner);
    const ids = [await report('photo', photo!.id), await report('comment', comment.id), await report('forum_post', reply.id)];
    await use.report(reporter, 'topic', topic.id);
    ids.push(await findCaseId(topic.opening_id));
    expect(reasons(await resolveInBulk(moderator, ids, { outcome: 'removed', note: 'No sales' }))).toEqual([null, null, null, null]);
    expect((await entries()).map(({ action }) => action)).toEqual(['remove_photo', 'remove_comment', 'delete_post', 'delete_topic']);
    for (const path of [`/photos/${photo!.id}`, `/forum/topics/${topic.id}`]) expect(await use.statusOf(reporter, path)).toBe(404);
    expect(await app.db.row('select photos_count from members where id = $1', [owner.id])).toEqual({ photos_count: 1 });
    expect(await app.db.row('select comments_count from photos where id = $1', [otherPhoto!.id])).toEqual({ comments_count: 0 });
    expect((await use.messages(owner)).filter((text) => text.endsWith('No sales'))).toHaveLength(4);
  });

  test('a bulk warning applies to members below the organiser and is refused for the others', async () => {
    const peer = await addTestMember(app, { role: 'moderator' });
    const [membersPhoto, peersPhoto] = [(await addPhotos(1))[0]!, (await addPhotos(1, peer))[0]!];
    const ids = [await report('photo', peersPhoto.id), await report('photo', membersPhoto.id)];
    expect(reasons(await resolveInBulk(moderator, ids, { outcome: 'warned', note: 'Mind this' }))).toEqual(['suspendOnlyBelow', null]);
    expect(await entries()).toEqual([{ action: 'warn_member', reports_count: 1 }]);
    expect(await app.db.rows('select member_id from warnings where member_id = any($1)', [[owner.id, peer.id]])).toEqual([
      { member_id: owner.id },
    ]);
    expect((await use.queue(moderator)).data.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  });

  test('a bulk act reports failures by id: resolved, own, unknown, about a member, or reported twice', async () => {
    const [good, resolvedPhoto, last] = await addPhotos(3);
    const ownPhoto = (await addPhotos(1, moderator))[0]!;
    const resolved = await report('photo', resolvedPhoto!.id);
    await use.resolve(admin, resolved, { outcome: 'dismissed' });
    const first = await report('photo', good!.id, admin);
    const second = (await app.db.row<{ id: string }>('select max(id::text) as id from reports where photo_id = $1', [good!.id]))!.id;
    const member = await report('user', owner.id);
    const ids = [resolved, await report('photo', ownPhoto.id), newId(), 'none', member, first, second, await report('photo', last!.id)];
    const answer = await resolveInBulk(moderator, ids, { outcome: 'removed', note: 'Not yours' });
    expect(reasons(answer)).toEqual([
      'reportResolved',
      'reportNotFound',
      'reportNotFound',
      'reportNotFound',
      'membersAreSuspended',
      null,
      null,
      null,
    ]);
    // A report about the viewer is refused like an unknown report.
    const [, ownRefusal, unknownRefusal] = answer.json.data;
    expect(ownRefusal.refusal).toEqual(unknownRefusal.refusal);
    expect((await entries()).filter(({ action }) => action === 'remove_photo')).toEqual([
      { action: 'remove_photo', reports_count: 2 },
      { action: 'remove_photo', reports_count: 1 },
    ]);
    expect(await use.statusOf(admin, `/photos/${ownPhoto.id}`)).toBe(200);
  });

  test('two organisers who resolve the same subjects in opposite orders resolve each once', async () => {
    const subjects = await addPhotos(8);
    const ids: string[] = [];
    for (const { id } of subjects) ids.push(await report('photo', id));
    const resolution = { outcome: 'removed', note: 'Not yours' };
    const [first, second, ...singleAnswers] = await Promise.all([
      resolveInBulk(moderator, ids, resolution),
      resolveInBulk(admin, ids.toReversed(), resolution),
      ...ids.slice(2, 5).map((id) => use.resolve(admin, id, resolution)),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const outcomes = [...reasons(first), ...reasons(second), ...singleAnswers.map(({ json }) => json.reason ?? null)];
    expect(outcomes.filter((reason) => reason === null)).toHaveLength(ids.length);
    expect(new Set(outcomes)).toEqual(new Set([null, 'reportResolved']));
    expect(await entries()).toHaveLength(ids.length);
    expect(await app.db.row('select photos_count from members where id = $1', [owner.id])).toEqual({ photos_count: 0 });
  });

  test.each([
    ['report_ids', [], { outcome: 'dismissed' }],
    ['report_ids', 'all', { outcome: 'dismissed' }],
    ['report_ids', ['one', 'one'], { outcome: 'dismissed' }],
    ['report_ids', Array.from({ length: 51 }, (_, n) => String(n)), { outcome: 'dismissed' }],
    ['outcome', null, { outcome: 'suspended', note: 'x' }],
    ['outcome', null, {}],
    ['note', null, { outcome: 'removed', note: ' ' }],
    ['rule_id', null, { outcome: 'removed', rule_id: newId() }],
  ])('a wrong %s as in %j %j resolves nothing', async (field, ids, fields) => {
    const id = await report('photo', (await addPhotos(1))[0]!.id);
    const { status, json } = await resolveInBulk(moderator, ids ?? [id], fields);
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
    expect([(await use.queue(moderator)).data.length, await entries()]).toEqual([1, []]);
  });

  test('members cannot resolve in bulk', async () => {
    const [first, second] = await addPhotos(2);
    const ids = [await report('photo', first!.id), await report('photo', second!.id)];
    for (const caller of [owner, reporter]) {
      const { status, json } = await resolveInBulk(caller, ids, { outcome: 'dismissed' });
      expect([status, json.code, json.data]).toEqual([403, 'forbidden', undefined]);
    }
    expect((await use.queue(moderator)).data).toHaveLength(2);
  });
});
