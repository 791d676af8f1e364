import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { addReport } from '../../testing/matrix/world.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestChallenge, addTestExhibition, addTestFeedback, addTestPhoto, addTestSeries } from '../../testing/posts.ts';

describe('reported challenges', () => {
  /** Reports of challenges, and of feedback to entrants, who must not learn its writer. */

  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
  });
  afterAll(() => app.close());

  const get = (path: string, { token }: TestMember) => app.call('GET', path, { token });
  const openCase = async (organiser: TestMember) => (await use.queue(organiser)).data[0];
  const newsOf = async (member: TestMember) => (await get('/forum/notifications', member)).json.data.notifications[0];
  const feedbackTo = async (entrant: TestMember, challengeId: string): Promise<string[]> =>
    (await get(`/challenges/${challengeId}`, entrant)).json.data.viewer.entries[0].feedback.map(({ text }: { text: string }) => text);

  /** Results with feedback to an entrant. */
  async function addFeedback(entrant: TestMember) {
    const voter = await addTestMember(app, { name: 'Quiet Voter' });
    const { id, entries } = await addTestChallenge(app, { state: 'results', photos: [await addTestPhoto(app, entrant)] });
    return { voter, challengeId: id, id: await addTestFeedback(app, entries[0]!, voter, 'You have no eyes') };
  }

  test('the entrant alone reports feedback, with the results; its writer is told and appeals, and the entrant never learns the name', async () => {
    const { owner, reporter, moderator, admin, photo } = await addReportable(app);
    const { voter, challengeId, id } = await addFeedback(owner);
    const early = await addTestChallenge(app, { state: 'voting', photos: [photo] });
    const secret = await addTestFeedback(app, early.entries[0]!, voter);
    expect((await use.report(owner, 'feedback', secret)).status).toBe(404);
    for (const other of [voter, reporter, moderator]) expect((await use.report(other, 'feedback', id)).status).toBe(404);
    for (const _ of ['once', 'again']) expect((await use.report(owner, 'feedback', id)).status).toBe(201);

    const reported = await openCase(moderator);
    expect(reported).toMatchObject({
      reports_count: 1,
      subject: { type: 'feedback', title: 'Long shadows', excerpt: 'You have no eyes', address: `/challenges/${challengeId}` },
      viewer: { may_remove: true },
    });
    expect(reported.subject.author.id).toBe(voter.id);
    expect((await get(`/moderation/reports/${reported.id}`, moderator)).json.data.evidence[0]).toMatchObject({ body: 'You have no eyes' });
    expect((await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'Be kind' })).status).toBe(200);
    expect(await feedbackTo(owner, challengeId)).toEqual([]);
    expect((await use.report(owner, 'feedback', id)).status).toBe(404);

    expect((await use.messages(owner))[0]).toBe('The organisers acted on what you reported. Thank you.');
    const { message, action_url, excerpt } = await newsOf(voter);
    expect(message).toBe('The organisers removed your feedback in the challenge “Long shadows”: Be kind');
    expect(excerpt).toBe('You have no eyes');
    expect((await get(action_url, voter)).json.data).toMatchObject({ title: 'Long shadows', excerpt: 'You have no eyes' });
    expect(await use.statusOf(owner, action_url)).toBe(404);
    expect((await use.post(voter, `${action_url}/appeal`, { body: 'I have.' })).status).toBe(201);
    const decision = action_url.replace('/decisions/', '');
    expect((await use.post(admin, `/moderation/appeals/${decision}/resolve`, { outcome: 'granted' })).status).toBe(200);
    expect(await feedbackTo(owner, challengeId)).toEqual(['You have no eyes']);
    for (const path of ['/forum/notifications', `/challenges/${challengeId}`, '/me']) {
      const answer = JSON.stringify((await get(path, owner)).json);
      expect([answer.includes(voter.id), answer.includes('Quiet Voter')]).toEqual([false, false]);
    }
  });

  test('an organiser restores feedback; one who entered sees neither the case, nor the log, nor the appeal', async () => {
    const { moderator, admin } = await addReportable(app);
    const entrant = await addTestMember(app, { role: 'admin' });
    const { voter, challengeId, id } = await addFeedback(entrant);
    expect((await use.report(entrant, 'feedback', id)).status).toBe(201);
    const reported = await openCase(moderator);
    expect((await use.queue(entrant)).data).toEqual([]);
    expect(await use.statusOf(entrant, `/moderation/reports/${reported.id}`)).toBe(404);
    expect((await use.resolve(entrant, reported.id, { outcome: 'dismissed' })).status).toBe(404);
    await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'No' });
    const [entry] = (await use.log(admin)).data;
    expect(entry).toMatchObject({ action: 'remove_feedback', member: { id: voter.id }, address: null });
    await use.post(voter, `/decisions/${entry.id}/appeal`, { body: 'Why?' });
    expect((await get('/moderation/appeals', admin)).json.data).toHaveLength(1);

    const restore = ({ token }: TestMember) => app.call('POST', `/moderation/feedback/${id}/restore`, { token });
    expect((await restore(voter)).status).toBe(403);
    expect((await restore(admin)).status).toBe(200);
    expect((await restore(admin)).status).toBe(404);
    expect((await use.messages(voter))[0]).toBe('The organisers restored your feedback in the challenge “Long shadows”');
    expect(await feedbackTo(entrant, challengeId)).toEqual(['You have no eyes']);
    await use.post(admin, `/moderation/appeals/${entry.id}/resolve`, { outcome: 'granted' });
    const lists = ['/moderation/reports?state=resolved', '/moderation/log', '/moderation/appeals', '/moderation/appeals?state=resolved'];
    for (const path of lists) {
      const { status, json } = await get(path, entrant);
      expect([path, status, JSON.stringify(json).includes(voter.id)]).toEqual([path, 200, false]);
      if (path !== '/moderation/appeals') expect(JSON.stringify((await get(path, admin)).json)).toContain(voter.id);
    }
  });

  test('members report a challenge, which its organiser does not see; organisers edit it on its page, or dismiss the reports', async () => {
    const { reporter, moderator, admin } = await addReportable(app);
    const { id } = await addTestChallenge(app, { organiser: admin });
    expect((await use.report(admin, 'challenge', id)).json.code).toBe('own_content');
    expect((await use.report(reporter, 'challenge', id)).status).toBe(201);
    expect((await use.queue(admin)).data).toEqual([]);
    const reported = await openCase(moderator);
    expect(reported).toMatchObject({
      subject: { type: 'challenge', title: 'Long shadows', address: `/challenges/${id}`, author: { id: admin.id } },
      viewer: { may_remove: false, may_sanction: false },
    });
    const refused = await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'No' });
    expect(Object.keys(refused.json.errors)).toEqual(['outcome']);
    await app.call('PUT', `/challenges/${id}`, { token: admin.token, json: { title: 'Short shadows' } });
    expect((await openCase(moderator)).subject).toMatchObject({ title: 'Long shadows', is_changed: true });
    expect((await use.resolve(moderator, reported.id, { outcome: 'dismissed' })).status).toBe(200);
    expect((await use.log(moderator)).data[0]).toMatchObject({ action: 'dismiss_reports', address: `/challenges/${id}` });
    expect((await use.queue(moderator, '?state=resolved')).data[0]).toMatchObject({
      subject: { type: 'challenge', title: 'Short shadows' },
    });
  });

  test('a challenge whose organiser closed the account can be reported; its deletion ends the reports', async () => {
    const { reporter, moderator, admin } = await addReportable(app);
    const { id } = await addTestChallenge(app);
    expect((await use.report(reporter, 'challenge', id)).status).toBe(201);
    const reported = await openCase(moderator);
    expect(reported).toMatchObject({ reports_count: 1, subject: { type: 'challenge', author: null } });
    expect((await get(`/moderation/reports/${reported.id}`, moderator)).json.data).toMatchObject({ evidence: [{ title: 'Long shadows' }] });
    expect((await app.call('DELETE', `/challenges/${id}`, { token: admin.token })).status).toBe(200);
    expect((await use.queue(moderator)).data).toEqual([]);
    expect((await use.report(reporter, 'challenge', id)).status).toBe(404);
  });
});

describe('reported series and exhibitions', () => {
  /** Reports and removal of series and exhibitions. */

  let app: TestApp;
  let use: ReturnType<typeof createModerationHelpers>;
  beforeAll(async () => {
    app = await startTestApp();
    use = createModerationHelpers(app);
  });
  afterAll(() => app.close());

  const openCase = async (organiser: TestMember) => (await use.queue(organiser)).data[0];
  const appeal = (id: string, { token }: TestMember) =>
    app.call('POST', `/decisions/${id}/appeal`, { token, json: { body: 'It is mine.' } });
  const decisionUrl = async ({ token }: TestMember): Promise<string> =>
    (await app.call('GET', '/forum/notifications', { token })).json.data.notifications[0].action_url;

  test('organisers remove a reported series, which then exists for nobody, and an appeal restores it', async () => {
    const { owner, reporter, moderator, admin, photo } = await addReportable(app);
    const { id } = await addTestSeries(app, owner, [photo], { title: 'Uli walls' });
    expect((await use.report(owner, 'series', id)).json.code).toBe('own_content');
    expect((await use.report(reporter, 'series', id)).status).toBe(201);
    const reported = await openCase(moderator);
    expect(reported).toMatchObject({ subject: { type: 'series', title: 'Uli walls', address: `/series/${id}`, author: { id: owner.id } } });
    expect(reported.viewer).toMatchObject({ may_remove: true });
    expect((await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'Not your words' })).status).toBe(200);

    const profile = `/users/${owner.username}/series`;
    for (const viewer of [owner, reporter, moderator]) {
      expect(await use.statusOf(viewer, `/series/${id}`)).toBe(404);
      const { json } = await app.call('GET', profile, { token: viewer.token });
      expect(json.data).toEqual([]);
    }
    expect((await app.call('GET', '/me/series', { token: owner.token })).json.data).toEqual([]);
    expect((await app.call('GET', `/photos/${photo.id}`, { token: reporter.token })).json.data.series).toEqual([]);
    const write = await app.call('DELETE', `/series/${id}`, { token: owner.token });
    expect(write.status).toBe(404);

    expect((await use.messages(owner))[0]).toBe('The organisers removed your series “Uli walls”: Not your words');
    expect((await use.log(admin)).data[0]).toMatchObject({ action: 'remove_series', member: { id: owner.id }, address: null });
    const decision = (await decisionUrl(owner)).replace('/decisions/', '');
    expect((await app.call('GET', `/decisions/${decision}`, { token: owner.token })).json.data.title).toBe('Uli walls');
    expect((await appeal(decision, owner)).status).toBe(201);
    expect((await use.post(admin, `/moderation/appeals/${decision}/resolve`, { outcome: 'granted' })).status).toBe(200);
    expect(await use.statusOf(reporter, `/series/${id}`)).toBe(200);
  });

  test('an organiser restores a removed series, but not their own', async () => {
    const { owner, reporter, moderator, admin, photo } = await addReportable(app);
    const { id } = await addTestSeries(app, owner, [photo]);
    await use.report(reporter, 'series', id);
    await use.resolve(moderator, (await openCase(moderator)).id, { outcome: 'removed', note: 'No' });
    const restore = ({ token }: TestMember) => app.call('POST', `/moderation/series/${id}/restore`, { token });
    expect((await restore(owner)).status).toBe(403);
    expect((await restore(admin)).status).toBe(200);
    expect((await restore(admin)).status).toBe(404);
    expect((await use.messages(owner))[0]).toBe('The organisers restored your series “Harmattan”');
    expect(await decisionUrl(owner)).toBe(`/series/${id}`);
    expect((await use.messages(moderator))[0]).toContain('reversed');
  });

  test('all curators of a removed exhibition are told, and each may appeal; organisers do not decide about their own', async () => {
    const { owner, reporter, moderator, admin } = await addReportable(app);
    const second = await addTestMember(app, { role: 'moderator' });
    const { id } = await addTestExhibition(app, owner, { works: [await addTestPhoto(app, owner)] });
    await app.db.run('insert into exhibition_curators values ($1, $2, now())', [id, second.id]);
    await app.db.run(`update exhibitions set rooms = jsonb_set(rooms, '{0,items,1}', '{"text": "A wall text"}', true) where id = $1`, [id]);
    for (const curator of [owner, second]) expect((await use.report(curator, 'exhibition', id)).json.code).toBe('own_content');
    await use.report(reporter, 'exhibition', id);
    expect((await use.queue(second)).data).toEqual([]);
    const reported = await openCase(moderator);
    expect(reported.subject).toMatchObject({
      type: 'exhibition',
      title: 'Indigo',
      address: `/exhibitions/${id}`,
      author: { id: owner.id },
    });
    const background = await app.call('GET', `/moderation/reports/${reported.id}`, { token: moderator.token });
    expect(background.json.data.evidence[0].details).toEqual(['North room', 'A wall text']);
    expect((await use.post(second, `/moderation/reports/${reported.id}/resolve`, { outcome: 'dismissed' })).status).toBe(404);
    await use.resolve(moderator, reported.id, { outcome: 'removed', note: 'Stolen works' });

    for (const viewer of [owner, second, reporter]) {
      expect(await use.statusOf(viewer, `/exhibitions/${id}`)).toBe(404);
      expect((await app.call('GET', '/exhibitions?state=open', { token: viewer.token })).json.data).toEqual([]);
    }
    for (const curator of [owner, second])
      expect((await use.messages(curator))[0]).toBe('The organisers removed your exhibition “Indigo”: Stolen works');
    const decision = (await decisionUrl(second)).replace('/decisions/', '');
    expect((await appeal(decision, reporter)).status).toBe(404);
    expect((await appeal(decision, second)).status).toBe(201);
    expect((await appeal(decision, owner)).json.reason).toBe('appealedAlready');
    expect((await app.call('POST', `/moderation/exhibitions/${id}/restore`, { token: second.token })).status).toBe(404);
    await use.post(admin, `/moderation/appeals/${decision}/resolve`, { outcome: 'granted' });
    expect(await use.statusOf(reporter, `/exhibitions/${id}`)).toBe(200);
  });

  test('a warning about an exhibition reaches one curator only', async () => {
    const { owner, talker, reporter, moderator } = await addReportable(app);
    const { id } = await addTestExhibition(app, owner);
    await app.db.run(`insert into exhibition_curators values ($1, $2, now() + interval '1 hour')`, [id, talker.id]);
    await use.report(reporter, 'exhibition', id);
    await use.resolve(moderator, (await openCase(moderator)).id, { outcome: 'warned', note: 'Ask first' });
    expect(await use.messages(talker)).toEqual([]);
    expect((await use.messages(owner))[0]).toContain('Ask first');
  });

  test('hidden series and exhibitions cannot be reported', async () => {
    const { owner, reporter } = await addReportable(app);
    const series = await addTestSeries(app, owner, []);
    const draft = await addTestExhibition(app, owner, { opens_at: null });
    expect((await use.report(reporter, 'series', series.id)).status).toBe(404);
    expect((await use.report(reporter, 'exhibition', draft.id)).status).toBe(404);
  });
});

describe('marking a reported photo as sensitive', () => {
  let app: TestApp;
  let author: TestMember;
  let viewer: TestMember;
  let moderator: TestMember;
  let admin: TestMember;
  let photo: { id: string };
  let act: ReturnType<typeof createModerationHelpers>;
  beforeAll(async () => {
    app = await startTestApp();
    act = createModerationHelpers(app);
    [viewer, moderator, admin] = await Promise.all([
      addTestMember(app),
      addTestMember(app, { role: 'moderator' }),
      addTestMember(app, { role: 'admin' }),
    ]);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    author = await addTestMember(app);
    photo = await addTestPhoto(app, author, { title: 'At the shrine' });
  });

  const mark = (organiser = moderator, warning = 'injury', id = photo.id): Promise<TestAnswer> =>
    app.call('POST', `/moderation/photos/${id}/mark`, { token: organiser.token, json: { warning, reason: 'There is blood in it' } });
  const unmark = (organiser = moderator): Promise<TestAnswer> =>
    app.call('POST', `/moderation/photos/${photo.id}/unmark`, { token: organiser.token, json: { reason: 'It is paint' } });
  const warningFor = async ({ token }: TestMember): Promise<Record<string, unknown> | null> =>
    (await app.call('GET', `/photos/${photo.id}`, { token })).json.data.warning;
  const edit = (fields: Record<string, string>): Promise<TestAnswer> =>
    app.call('POST', `/photos/${photo.id}/update`, { token: author.token, form: formOf(fields) });

  test('an organiser marks a photo; the log has it, and the author is told and cannot change it', async () => {
    expect((await mark()).status).toBe(200);
    expect(await warningFor(viewer)).toEqual({ reason: 'injury', by: 'organisers', is_blurred: true, decision_id: null });
    const { decision_id: decision } = (await warningFor(author))!;
    expect((await app.call('GET', `/decisions/${decision as string}`, { token: author.token })).json.data).toMatchObject({
      action: 'mark_photo',
      reason: 'There is blood in it',
      viewer: { may_appeal: true },
    });
    expect((await act.messages(author))[0]).toBe(
      'The organisers put a content warning on your photo “At the shrine”: There is blood in it',
    );
    expect((await act.log(admin, '?action=mark_photo')).data[0]).toMatchObject({
      actor: { id: moderator.id },
      reason: 'There is blood in it',
    });
    expect((await edit({ warning: '' })).json.errors).toHaveProperty('warning');
    expect((await edit({ title: 'At a shrine' })).json.data.warning).toMatchObject({ reason: 'injury', by: 'organisers' });
  });

  test('a granted appeal removes the warning, and the author may set another', async () => {
    await mark();
    const { decision_id: decision } = (await warningFor(author))!;
    await app.call('POST', `/decisions/${decision as string}/appeal`, { token: author.token, json: { body: 'It is paint.' } });
    expect((await act.post(admin, `/moderation/appeals/${decision as string}/resolve`, { outcome: 'granted' })).status).toBe(200);
    expect(await warningFor(viewer)).toBeNull();
    expect((await edit({ warning: 'strong' })).json.data.warning).toMatchObject({ reason: 'strong', by: 'author' });
  });

  test('another organiser removes the warning with a reason, also one that the author set', async () => {
    await mark();
    expect((await unmark(admin)).status).toBe(200);
    expect(await warningFor(viewer)).toBeNull();
    expect((await act.messages(author))[0]).toBe('The organisers removed the content warning from your photo “At the shrine”: It is paint');
    expect((await act.messages(moderator))[0]).toBe('Another organiser reversed one of your decisions');
    expect((await unmark()).status).toBe(404);
    await edit({ warning: 'nudity' });
    expect((await unmark()).status).toBe(200);
    expect(await warningFor(viewer)).toBeNull();
  });

  test('marking a reported photo resolves its reports', async () => {
    await addReport(app, viewer, photo);
    const { id, subject } = (await app.call('GET', '/moderation/reports', { token: moderator.token })).json.data[0];
    expect(subject).toMatchObject({ id: photo.id, warning: null });
    const resolve = (json: object): Promise<TestAnswer> => act.post(moderator, `/moderation/reports/${id as string}/resolve`, json);
    expect((await resolve({ outcome: 'marked', note: 'Blood' })).json.errors).toHaveProperty('warning');
    expect((await resolve({ outcome: 'marked', note: 'Blood', warning: 'injury' })).status).toBe(200);
    expect(await warningFor(viewer)).toMatchObject({ reason: 'injury', by: 'organisers' });
    const [resolved] = (await app.call('GET', '/moderation/reports?state=resolved', { token: admin.token })).json.data;
    expect([resolved.resolution.outcome, resolved.subject.warning]).toEqual(['marked', 'injury']);
    expect((await act.messages(viewer))[0]).toBe('The organisers acted on what you reported. Thank you.');
  });

  test('organisers cannot mark their own photos, moderators not those of admins, members none', async () => {
    const own = await addTestPhoto(app, moderator);
    expect((await mark(moderator, 'injury', own.id)).json.code).toBe('own_content');
    const theirs = await addTestPhoto(app, admin);
    expect((await mark(moderator, 'injury', theirs.id)).json.code).toBe('forbidden');
    expect((await mark(viewer)).status).toBe(403);
    expect((await unmark(viewer)).status).toBe(403);
    expect((await mark(moderator, '')).status).toBe(422);
    expect(await warningFor(author)).toBeNull();
  });
});
