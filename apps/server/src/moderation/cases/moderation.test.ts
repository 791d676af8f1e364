import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepDeletedComments } from '../../photos/comments/delete-comment.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto, block, setMember } from '../../testing/posts.ts';

describe('reports and their resolution', () => {
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

  const readCounts = async () =>
    app.db.row(`select m.photos_count, p.comments_count from photos p join members m on m.id = p.member_id where p.id = $1`, [photo.id]);
  const entries = (id: string) =>
    app.db.rows(
      'select action, actor_id, member_id, reason, reports_count from moderation_log where $1 in (photo_id, comment_id, member_id) order by id',
      [id],
    );

  describe('resolving', () => {
    test('dismissing closes all reports, changes nothing else and notifies the reporters', async () => {
      for (const member of [reporter, owner]) await use.report(member, 'comment', comment.id);
      const [{ id }] = (await use.queue(moderator)).data;
      expect((await use.resolve(moderator, id, { outcome: 'dismissed', note: 'Rude, but fine' })).status).toBe(200);
      expect(await app.db.rows('select from reports where comment_id = $1 and resolved_at is null', [comment.id])).toEqual([]);
      expect(await entries(comment.id)).toEqual([
        { action: 'dismiss_reports', actor_id: moderator.id, member_id: talker.id, reason: 'Rude, but fine', reports_count: 2 },
      ]);
      expect(await use.messages(reporter)).toEqual(['The organisers reviewed your report and kept the content']);
      expect(await use.messages(talker)).toEqual([]);
      expect((await use.resolve(admin, id, { outcome: 'dismissed' })).status).toBe(409);
      expect((await use.resolve(admin, newId(), { outcome: 'dismissed' })).status).toBe(404);
      expect((await use.report(reporter, 'comment', comment.id)).status).toBe(201);
      expect((await use.queue(admin)).data).toHaveLength(1);
    });

    test('when two organisers resolve concurrently, one acts and the other gets a conflict', async () => {
      for (const member of [reporter, talker]) await use.report(member, 'photo', photo.id);
      const [{ id }] = (await use.queue(moderator)).data;
      const answers = await Promise.all([
        use.resolve(moderator, id, { outcome: 'removed', note: 'Not yours' }),
        use.resolve(admin, id, { outcome: 'dismissed' }),
        use.resolve(admin, id, { outcome: 'removed', note: 'Again' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)!.json.reason).toBe('reportResolved');
      expect(await entries(photo.id)).toHaveLength(1);
    });

    test('removing hides the content, updates the counts and notifies its author of the reason', async () => {
      await use.report(reporter, 'photo', photo.id);
      const [{ id }] = (await use.queue(moderator)).data;
      expect((await use.resolve(moderator, id, { outcome: 'removed' })).json.errors.note).toBeTruthy();
      expect((await use.resolve(moderator, id, { outcome: 'removed', note: 'Not your work' })).status).toBe(200);
      for (const member of [owner, reporter, moderator, admin]) expect(await use.statusOf(member, `/photos/${photo.id}`)).toBe(404);
      expect(await readCounts()).toEqual({ photos_count: 0, comments_count: 1 });
      expect(await use.messages(owner)).toContain('The organisers removed your photo “Uli wall”: Not your work');
      expect(await use.messages(reporter)).toEqual(['The organisers acted on what you reported. Thank you.']);
      const [resolved] = (await use.queue(admin, '?state=resolved')).data;
      expect(resolved).toMatchObject({
        subject: { state: 'removed', address: null, title: 'Uli wall', image: null },
        resolution: { outcome: 'removed', reason: 'Not your work' },
        viewer: { may_remove: false, may_restore: true },
      });
    });

    test('removing a forum post deletes it, and removing an opening post deletes its topic', async () => {
      const topic = await addTestTopic(app, owner, { title: 'Selling my kit' });
      const reply = await addTestReply(app, topic, talker);
      for (const [id, type] of [
        [reply.id, 'forum_post'],
        [topic.opening_id, 'topic'],
      ] as const) {
        await use.report(reporter, 'forum_post', id);
        const [reportCase] = (await use.queue(moderator)).data;
        expect(reportCase.subject).toMatchObject({ type, id, title: 'Selling my kit' });
        expect((await use.resolve(moderator, reportCase.id, { outcome: 'removed', note: 'No sales' })).status).toBe(200);
      }
      expect(await use.statusOf(reporter, `/forum/topics/${topic.id}`)).toBe(404);
      expect(await use.messages(talker)).toEqual(['The organisers removed your post in “Selling my kit”: No sales']);
      expect(await use.messages(owner)).toContain('The organisers removed your topic “Selling my kit”: No sales');
    });

    test('a reported member can be suspended but not removed', async () => {
      await use.report(reporter, 'user', talker.id);
      const [{ id }] = (await use.queue(moderator)).data;
      expect((await use.resolve(moderator, id, { outcome: 'removed', note: 'Spam' })).json.errors.outcome).toBeTruthy();
      expect((await use.resolve(moderator, id, { outcome: 'suspended', note: 'Spam' })).status).toBe(200);
      expect(await use.statusOf(talker, '/me')).toBe(401);
      expect((await use.queue(moderator, '?state=resolved')).data[0]).toMatchObject({
        subject: { type: 'user', author: { id: talker.id }, author_is_suspended: true },
        viewer: { may_end_suspension: true },
      });
    });

    test.each([
      ['outcome', { outcome: 'eaten' }],
      ['outcome', {}],
      ['note', { outcome: 'removed', note: 'a'.repeat(501) }],
      ['until', { outcome: 'suspended', note: 'x', until: 'tomorrow' }],
      ['until', { outcome: 'suspended', note: 'x', until: '2020-01-01T00:00:00Z' }],
    ])('a wrong %s as in %j is refused and changes nothing', async (field, body) => {
      await use.report(reporter, 'photo', photo.id);
      const [{ id }] = (await use.queue(moderator)).data;
      const { status, json } = await use.resolve(moderator, id, body);
      expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
      expect([(await use.queue(moderator)).data.length, await entries(photo.id)]).toEqual([1, []]);
    });
  });

  describe.each(['photo', 'comment'] as const)('a %s', (kind) => {
    const subjectId = () => (kind === 'photo' ? photo.id : comment.id);
    const author = () => (kind === 'photo' ? owner : talker);
    const path = (action: string) => `/moderation/${kind}s/${subjectId()}/${action}`;

    test('removing resolves the reports, and restoring brings the content back unchanged', async () => {
      await use.report(reporter, kind, subjectId());
      const earlierCounts = await readCounts();
      expect((await use.post(moderator, path('remove'), { reason: 'No' })).status).toBe(200);
      expect((await use.queue(admin)).data).toEqual([]);
      expect(await readCounts()).not.toEqual(earlierCounts);
      expect((await use.post(moderator, path('remove'), { reason: 'No' })).status).toBe(404);
      expect((await use.post(admin, path('restore'))).status).toBe(200);
      expect((await use.post(admin, path('restore'))).status).toBe(404);
      expect(await readCounts()).toEqual(earlierCounts);
      const { data } = (await app.call('GET', `/photos/${photo.id}/comments`, { token: reporter.token })).json;
      expect(data.map(({ id }: { id: string }) => id)).toEqual([comment.id]);
      expect((await entries(subjectId())).map((row) => row['action'])).toEqual([`remove_${kind}`, `restore_${kind}`]);
      expect((await use.messages(author())).filter((text) => text.startsWith('The organisers'))).toHaveLength(2);
    });

    test('members, the author and organisers who cannot see the content can neither remove nor restore it', async () => {
      for (const member of [author(), reporter]) {
        expect((await use.post(member, path('remove'), { reason: 'No' })).status).toBe(403);
        expect((await use.post(member, path('restore'))).status).toBe(403);
      }
      await setMember(app, author(), { role: 'moderator' });
      expect((await use.post(author(), path('remove'), { reason: 'No' })).json.code).toBe('own_content');
      expect((await use.post(admin, path('remove'), { reason: 'No' })).status).toBe(200);
      expect((await use.post(author(), path('restore'))).json.code).toBe('own_content');
      expect((await use.post(admin, path('restore'))).status).toBe(200);
      await block(app, author(), moderator);
      expect((await use.post(moderator, path('remove'), { reason: 'No' })).status).toBe(404);
      for (const reason of ['', ' ', undefined, 'a'.repeat(501), 7])
        expect((await use.post(admin, path('remove'), { reason })).status).toBe(422);
    });

    test('concurrent removals and restores leave correct counts', async () => {
      await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          n % 2 ? use.post(moderator, path('remove'), { reason: 'No' }) : use.post(admin, path('restore')),
        ),
      );
      const row = await app.db.row(
        `select m.photos_count = (select count(*) from photos p where p.member_id = m.id and p.deleted_at is null and p.removed_at is null) as photos,
              p.comments_count = (select count(*) from comments c where c.photo_id = p.id and c.deleted_at is null) as comments
         from photos p join members m on m.id = p.member_id where p.id = $1`,
        [photo.id],
      );
      expect(row).toEqual({ photos: true, comments: true });
    });
  });

  test('a photo removed during an edit stays removed', async () => {
    const form = new FormData();
    form.set('title', 'Changed');
    const [removal, edit] = await Promise.all([
      use.post(moderator, `/moderation/photos/${photo.id}/remove`, { reason: 'No' }),
      app.call('POST', `/photos/${photo.id}/update`, { token: owner.token, form }),
    ]);
    expect([removal.status, [200, 404].includes(edit.status)]).toEqual([200, true]);
    expect(await use.statusOf(owner, `/photos/${photo.id}`)).toBe(404);
  });

  test('a removed comment can be restored for a month, and is then erased', async () => {
    const sweep = () => sweepDeletedComments(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
    const age = (days: number) =>
      app.db.run(
        `update comments set deleted_at = now() - make_interval(days => $2), removed_at = now() - make_interval(days => $2) where id = $1`,
        [comment.id, days],
      );
    await use.post(moderator, `/moderation/comments/${comment.id}/remove`, { reason: 'No' });
    await age(29);
    await sweep();
    expect((await use.post(moderator, `/moderation/comments/${comment.id}/restore`)).status).toBe(200);
    await use.post(moderator, `/moderation/comments/${comment.id}/remove`, { reason: 'No' });
    await age(31);
    await sweep();
    expect((await use.post(moderator, `/moderation/comments/${comment.id}/restore`)).status).toBe(404);
    expect((await use.log(moderator)).data[0]).toMatchObject({ action: 'remove_comment', member: { id: talker.id } });
  });

  test('an organiser’s deletion of another member’s post is logged', async () => {
    await app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: moderator.token });
    await app.call('DELETE', `/photos/${photo.id}`, { token: moderator.token });
    expect((await entries(comment.id)).map((row) => row['action'])).toEqual(['delete_comment']);
    expect((await entries(photo.id)).map((row) => row['action'])).toEqual(['delete_photo']);
    const ownPhoto = await addTestPhoto(app, moderator);
    await app.call('DELETE', `/photos/${ownPhoto.id}`, { token: moderator.token });
    expect(await entries(ownPhoto.id)).toEqual([]);
  });

  test('members are refused every moderation call', async () => {
    const { token } = reporter;
    await use.report(talker, 'photo', photo.id);
    const [{ id }] = (await use.queue(moderator)).data;
    const request = { token, json: { reason: 'No' } };
    const answers = await Promise.all([
      app.call('GET', '/moderation/reports', { token }),
      app.call('POST', `/moderation/reports/${id}/resolve`, { token, json: { outcome: 'dismissed' } }),
      app.call('POST', `/moderation/photos/${photo.id}/remove`, request),
      app.call('POST', `/moderation/photos/${photo.id}/restore`, { token }),
      app.call('POST', `/moderation/comments/${comment.id}/remove`, request),
      app.call('POST', `/moderation/comments/${comment.id}/restore`, { token }),
      app.call('POST', `/moderation/users/${talker.id}/suspend`, request),
      app.call('DELETE', `/moderation/users/${talker.id}/suspend`, { token }),
      app.call('GET', '/moderation/log', { token }),
    ]);
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(answers.map(() => [403, 'forbidden']));
    expect((await use.queue(moderator)).data).toHaveLength(1);
  });
});

describe('the moderation log', () => {
  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  let owner: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  let photo: { id: string };
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
    owner = await addTestMember(app);
    moderator = await addTestMember(app, { role: 'moderator' });
    admin = await addTestMember(app, { role: 'admin' });
    photo = await addTestPhoto(app, owner);
    await use.post(moderator, `/moderation/photos/${photo.id}/remove`, { reason: 'Not yours' });
    await use.post(admin, `/moderation/photos/${photo.id}/restore`);
    await use.post(admin, `/moderation/users/${owner.id}/suspend`, { reason: 'Spam' });
  });
  afterAll(() => app.close());

  const actions = async (query = ''): Promise<string[]> =>
    (await use.log(moderator, query)).data.map(({ action }: { action: string }) => action);

  test('organisers read the log newest first, and filter it by action and organiser', async () => {
    expect(await actions()).toEqual(['suspend_member', 'restore_photo', 'remove_photo']);
    expect(await actions('?action=restore_photo')).toEqual(['restore_photo']);
    expect(await actions(`?actor=${admin.id}`)).toEqual(['suspend_member', 'restore_photo']);
    expect(await actions(`?actor=${moderator.id}&action=remove_photo`)).toEqual(['remove_photo']);
    expect(await actions('?actor=nobody')).toEqual([]);
    const { data, meta } = await use.log(moderator, '?per_page=2');
    expect(data[1]).toMatchObject({
      actor: { id: admin.id },
      member: { id: owner.id },
      reason: null,
      address: `/post/${photo.id}`,
      reports_count: 0,
    });
    expect(await actions(`?per_page=2&cursor=${meta.next_cursor}`)).toEqual(['remove_photo']);
    expect((await app.call('GET', '/moderation/log', { token: owner.token })).status).toBe(401);
    expect((await app.call('GET', '/moderation/log', { token: (await addTestMember(app)).token })).status).toBe(403);
    for (const query of ['action=eat', 'cursor=x', 'per_page=0'])
      expect((await app.call('GET', `/moderation/log?${query}`, { token: admin.token })).status, query).toBe(422);
  });

  test('the application cannot change or delete log entries', async () => {
    for (const statement of [
      `update moderation_log set reason = 'Something else'`,
      `update moderation_log set details = '{}'`,
      'update moderation_log set actor_id = null',
      'delete from moderation_log',
      'truncate moderation_log cascade',
    ])
      await expect(app.db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    expect(await actions()).toHaveLength(3);
  });

  test('erasing a member removes their name from the log but keeps their acts', async () => {
    const [formerModerator, owner] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app)];
    const ownersPhoto = await addTestPhoto(app, owner);
    await use.post(formerModerator, `/moderation/photos/${ownersPhoto.id}/remove`, { reason: 'No' });
    await app.db.pool.query('delete from members where id = $1', [formerModerator.id]);
    expect((await use.log(moderator)).data[0]).toMatchObject({
      action: 'remove_photo',
      actor: null,
      reason: 'No',
      member: { id: owner.id },
    });
  });

  test('log entries contain the act’s details as fields, and the target topic while the topic exists', async () => {
    const until = '2999-01-01T00:00:00.000Z';
    const author = await addTestMember(app);
    const [topic, targetTopic] = [await addTestTopic(app, author), await addTestTopic(app, author, { title: 'The one that stays' })];
    await app.call('POST', `/forum/topics/${topic.id}/pin`, { token: moderator.token, json: { until } });
    await app.call('POST', `/forum/topics/${topic.id}/merge`, { token: moderator.token, json: { into: targetTopic.id } });
    await app.call('PUT', '/admin/joining', { token: admin.token, json: { mode: 'invitation' } });
    await use.post(admin, `/moderation/users/${author.id}/silence`, { reason: 'Calm down', until });
    const entries = async (): Promise<unknown[]> =>
      (await use.log(moderator, '?per_page=4')).data.map(({ note, details, target }: Record<string, unknown>) => ({
        note,
        details,
        target,
      }));
    const merged = { note: null, details: { type: 'merged', topic_id: targetTopic.id } };
    const otherEntries = [
      { note: null, details: { type: 'until', until }, target: null },
      { note: null, details: { type: 'joining', mode: 'invitation' }, target: null },
    ];
    const pinned = { note: null, details: { type: 'until', until }, target: null };
    const target = { title: 'The one that stays', address: `/forum/t/${targetTopic.id}/how-do-you-dye-it` };
    expect(await entries()).toEqual([...otherEntries, { ...merged, target }, pinned]);
    await app.call('DELETE', `/forum/topics/${targetTopic.id}`, { token: moderator.token });
    const [, ...laterEntries] = await entries();
    expect(laterEntries).toEqual([...otherEntries, { ...merged, target: null }]);
  });

  test('a log entry written by an older version is listed with its note', async () => {
    await app.db.run(`insert into moderation_log (id, actor_id, action, note) values ($1, $2, 'update_rules', 'version 3')`, [
      newId(),
      admin.id,
    ]);
    expect((await use.log(moderator, '?action=update_rules')).data).toMatchObject([{ note: 'version 3', details: null, target: null }]);
  });
});
