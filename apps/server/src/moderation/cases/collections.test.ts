import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addReportable, createModerationHelpers } from '../../testing/moderation.ts';
import { addTestExhibition, addTestPhoto, addTestSeries } from '../../testing/posts.ts';

/** Reports and removal of series and exhibitions. */

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());

const openCase = async (organiser: TestMember) => (await use.queue(organiser)).data[0];
const appeal = (id: string, { token }: TestMember) => app.call('POST', `/decisions/${id}/appeal`, { token, json: { body: 'It is mine.' } });
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
  expect(reported.subject).toMatchObject({ type: 'exhibition', title: 'Indigo', address: `/exhibitions/${id}`, author: { id: owner.id } });
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
