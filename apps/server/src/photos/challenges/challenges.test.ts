import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addTestChallenge, addTestPhoto, block, setMember, setPhotoGone } from '../../testing/posts.ts';
import { runConcurrently } from '../../testing/run-concurrently.ts';

let app: TestApp;
let organiser: TestMember;
let ada: TestMember;
let bisi: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.run('delete from challenges');
  [organiser, ada, bisi] = await Promise.all([
    addTestMember(app, { role: 'admin', name: 'Olú' }),
    addTestMember(app, { name: 'Adá Secret' }),
    addTestMember(app),
  ]);
});

const as =
  ({ token }: TestMember) =>
  (method: string, path: string, json?: object) =>
    app.call(method, path, { token, ...(json && { json }) });
const ahead = (hours: number): string => new Date(Date.now() + hours * 60 * 60_000).toISOString();
const brief = { title: 'Harmattan', starts_at: ahead(1), entries_end_at: ahead(24), voting_end_at: ahead(48) };
const read = async (id: string, viewer = ada) => (await as(viewer)('GET', `/challenges/${id}`)).json.data;
const enter = (id: string, photo: { id: string }, member = ada) => as(member)('POST', `/challenges/${id}/entries`, { photo_id: photo.id });
const notified = async (member: TestMember): Promise<string[]> =>
  (await as(member)('GET', '/forum/notifications')).json.data.notifications.map(({ kind }: { kind: string }) => kind);
const advance = async (): Promise<void> => {
  await addJob(app.db, 'advance_challenges', null);
  await runJobs(app.context);
};
const endVoting = (id: string): Promise<unknown> => app.db.run('update challenges set voting_end_at = now() where id = $1', [id]);
const toVoting = (id: string): Promise<unknown> =>
  app.db.run(`update challenges set starts_at = now() - interval '1 millisecond', entries_end_at = now() where id = $1`, [id]);

test('an organiser writes a brief and plans further ones, week by week; members see them by the end of voting', async () => {
  const { status, json } = await as(organiser)('POST', '/challenges', {
    ...brief,
    body: 'Dust and **light**.',
    rules: 'Taken this month.',
    repeats: { every: 'week', titles: ['Rain', 'Night'] },
  });
  expect([status, json.data]).toMatchObject([
    201,
    {
      state: 'announced',
      body_html: '<p>Dust and <strong>light</strong>.</p>\n',
      open_to: 'everyone',
      method: 'pairs',
      viewer: { may_edit: true },
    },
  ]);
  const { json: list } = await as(ada)('GET', '/challenges?per_page=50');
  const planned = list.data.filter(({ title }: { title: string }) => ['Harmattan', 'Rain', 'Night'].includes(title));
  expect(planned.map(({ title }: { title: string }) => title)).toEqual(['Harmattan', 'Rain', 'Night']);
  expect(Date.parse(planned[2].voting_end_at) - Date.parse(planned[0].voting_end_at)).toBe(14 * 24 * 60 * 60_000);
  expect((await read(json.data.id)).viewer).toMatchObject({ may_edit: false, may_enter: true, entries: [] });
});

test('the end of entries is in the future, and voting ends later', async () => {
  for (const [times, field] of [
    [{ starts_at: ahead(-2), entries_end_at: ahead(-1) }, 'entries_end_at'],
    [{ starts_at: ahead(30) }, 'entries_end_at'],
    [{ voting_end_at: ahead(24) }, 'voting_end_at'],
  ] as const)
    expect((await as(organiser)('POST', '/challenges', { ...brief, entries_end_at: ahead(24), ...times })).json.errors).toHaveProperty(
      field,
    );
});

test('an organiser deletes a challenge; the posts stay', async () => {
  const photo = await addTestPhoto(app, ada);
  const { id } = await addTestChallenge(app, { state: 'voting', photos: [photo] });
  expect((await as(ada)('DELETE', `/challenges/${id}`)).json.code).toBe('admin_only');
  expect((await as(organiser)('DELETE', `/challenges/${id}`)).status).toBe(200);
  expect([(await as(ada)('GET', `/challenges/${id}`)).status, (await as(bisi)('GET', `/photos/${photo.id}`)).status]).toEqual([404, 200]);
  expect(await app.db.rows(`select note from moderation_log where action = 'delete_challenge'`)).toEqual([{ note: 'Long shadows' }]);
});

test('after the start, times, participants and method are fixed, and an outdated version is refused', async () => {
  const { id } = await addTestChallenge(app);
  const edit = (json: object) => as(organiser)('PUT', `/challenges/${id}`, json);
  const { json } = await edit({ title: 'Shadows', version: 1 });
  expect(json.data).toMatchObject({ title: 'Shadows', version: 2 });
  expect((await edit({ voting_end_at: ahead(9), method: 'points' })).json.errors).toMatchObject({
    voting_end_at: [expect.any(String)],
    method: [expect.any(String)],
  });
  expect((await edit({ voting_end_at: json.data.voting_end_at, method: 'pairs' })).status).toBe(200);
  expect([(await edit({ title: 'Old', version: 1 })).status, (await read(id)).title]).toEqual([409, 'Shadows']);
});

test('a member enters own posts that everybody may see, as many as the brief allows, and can withdraw them', async () => {
  const { id } = await addTestChallenge(app);
  const [photo, other] = [await addTestPhoto(app, ada), await addTestPhoto(app, ada)];
  const { status, json } = await enter(id, photo);
  expect([status, json.data.entries_count, json.data.viewer.entries]).toMatchObject([201, 1, [{ photo_id: photo.id, counts: true }]]);
  const reasons = async (post: { id: string }, member = ada) => (await enter(id, post, member)).json.errors.photo_id;
  expect(await reasons(photo)).toEqual(['This photo is in the challenge already.']);
  expect(await reasons(other)).toEqual(['You can enter one photo. Withdraw it to enter another.']);
  // An entry of another member is not told from any other post.
  for (const post of [photo, other]) expect(await reasons(post, bisi)).toEqual(['Photo not found']);
  const [entry] = json.data.viewer.entries;
  expect((await as(bisi)('DELETE', `/challenges/${id}/entries/${entry.id}`)).status).toBe(200);
  expect((await read(id)).entries_count).toBe(1);
  expect((await as(ada)('DELETE', `/challenges/${id}/entries/${entry.id}`)).status).toBe(200);
  expect((await read(id)).entries_count).toBe(0);
});

test.each([
  ['for followers', { audience: 'followers' }],
  ['archived', { archived_at: new Date() }],
  ['scheduled', { publish_at: new Date(Date.now() + 60_000) }],
  ['with a content warning', { warning: 'nudity' }],
])('a post %s is refused', async (_name, columns) => {
  const { id } = await addTestChallenge(app);
  const { json } = await enter(id, await addTestPhoto(app, ada, columns));
  expect(json.errors.photo_id).toEqual(['Only a photo that everyone may see can be entered, without a content warning.']);
});

test('entries are refused before the start, after their end, and from members outside `open_to`', async () => {
  const photo = await addTestPhoto(app, ada);
  for (const state of ['announced', 'voting', 'results'] as const) {
    const { id } = await addTestChallenge(app, { state });
    expect((await enter(id, photo)).json.errors.photo_id).toEqual(['This challenge takes no photos now.']);
  }
  const { id } = await addTestChallenge(app);
  for (const openTo of ['paid', 'older']) {
    await app.db.run(`update challenges set open_to = $2, starts_at = now() - interval '1 hour' where id = $1`, [id, openTo]);
    expect((await enter(id, photo)).json.errors.photo_id).toEqual(['This challenge is not open to your account.']);
  }
  await app.db.run(`update members set created_at = now() - interval '1 day' where id = $1`, [ada.id]);
  expect((await enter(id, photo)).status).toBe(201);
});

test('concurrent entries keep the allowance', async () => {
  const { id } = await addTestChallenge(app);
  const photos = await Promise.all([1, 2, 3, 4].map(() => addTestPhoto(app, ada)));
  const statuses: number[] = [];
  await runConcurrently(photos, 4, async (photo) => void statuses.push((await enter(id, photo)).status));
  expect([statuses.filter((status) => status === 201).length, (await read(id)).entries_count]).toEqual([1, 1]);
});

test('a new post that is entered is secret until the end of voting, then published once with its entry', async () => {
  const { id } = await addTestChallenge(app, { title: 'Dusk' });
  const form = await formWith(1, { title: 'Lagoon secret', challenge_id: id });
  const { status, json } = await app.call('POST', '/photos', { token: ada.token, form });
  expect([status, json.data.scheduled.at]).toEqual([201, (await read(id)).voting_end_at]);
  const photoId = json.data.id;
  expect((await as(ada)('PUT', `/photos/${photoId}/schedule`, { publish_at: null })).json.reason).toBe('photoEntered');
  expect((await as(bisi)('GET', `/photos/${photoId}`)).status).toBe(404);
  expect((await read(id)).viewer.entries).toMatchObject([{ photo_id: photoId, counts: true }]);
  await toVoting(id);
  await endVoting(id);
  await app.db.run('update photos set publish_at = now() where id = $1', [photoId]);
  await addJob(app.db, 'publish_due_posts', null);
  await runJobs(app.context);
  await advance();
  const { json: results } = await as(bisi)('GET', `/challenges/${id}/results`);
  expect(results.data).toMatchObject([{ place: null, photo: { title: 'Lagoon secret', user: { id: ada.id } } }]);
});

test('a refused new entry stores nothing', async () => {
  const { id } = await addTestChallenge(app, { state: 'voting' });
  const form = await formWith(1, { title: 'Late', challenge_id: id });
  const { status, json } = await app.call('POST', '/photos', { token: ada.token, form });
  expect([status, json.errors.challenge_id]).toEqual([422, ['This challenge takes no photos now.']]);
  expect(await app.db.rows('select id from photos where member_id = $1', [ada.id])).toEqual([]);
});

/** Entries by Ada and others in a challenge that is voted on. */
async function voting(method: 'pairs' | 'points' = 'pairs') {
  const others = await Promise.all([1, 2].map(() => addTestMember(app)));
  const photos = await Promise.all([ada, ...others].map((member, n) => addTestPhoto(app, member, { title: `Secret title ${n}` })));
  return { photos, ...(await addTestChallenge(app, { state: 'voting', method, photos, organiser })) };
}
const handOut = async (id: string, voter = bisi) => as(voter)('POST', `/challenges/${id}/votes`);
/** Takes pairs until there are no others. Each call pairs an entry once. */
const handOutAll = async (id: string): Promise<{ id: string }[]> => {
  for (let n = 0; n < 3; n += 1) await handOut(id);
  return (await handOut(id)).json.data;
};
const choose = (id: string, voteId: string, choice: number, voter = bisi) =>
  as(voter)('PUT', `/challenges/${id}/votes/${voteId}`, { choice });

test('voters get images without anything that names the post or its author, and only while they vote', async () => {
  const { id, photos, entries } = await voting();
  const { json } = await handOut(id);
  const text = JSON.stringify(json);
  for (const { id: photoId, image_id, title } of photos)
    for (const secret of [photoId, image_id, title]) expect(text).not.toContain(secret);
  for (const secret of [ada.id, 'Adá', 'camera', 'user']) expect(text).not.toContain(secret);
  const [first] = json.data;
  expect(first.entries.map((entry: { id: string }) => entry.id).every((entry: string) => entries.includes(entry))).toBe(true);
  const [address] = first.entries[0].image.image_path.split('?');
  expect((await fetch(app.url + address)).status).toBe(404);
  await endVoting(id);
  expect((await fetch(app.url + first.entries[0].image.image_path)).status).toBe(404);
});

test('a vote is stored once, can be changed until the end, and is refused with a reason afterwards', async () => {
  const { id } = await voting();
  const [{ id: voteId }] = (await handOut(id)).json.data;
  for (const choice of [1, 2, 0]) expect((await choose(id, voteId, choice)).status).toBe(200);
  expect(await app.db.rows('select choice from challenge_votes where id = $1', [voteId])).toEqual([{ choice: 0 }]);
  expect((await read(id, bisi)).viewer.votes_count).toBe(1);
  expect((await choose(id, voteId, 1, organiser)).json).toMatchObject({ code: 'not_found' });
  expect((await choose(id, voteId, 6)).status).toBe(422);
  await endVoting(id);
  expect((await choose(id, voteId, 1)).json).toMatchObject({ code: 'locked', reason: 'challengeNotVoting' });
  expect((await handOut(id)).json.code).toBe('locked');
});

test('members who joined after the start cannot vote', async () => {
  const { id } = await voting();
  const late = await addTestMember(app);
  expect((await handOut(id, late)).json.reason).toBe('challengeVoterTooNew');
  expect((await read(id, late)).viewer.may_vote).toBe(false);
});

test('an entry whose post is removed, restricted or by a suspended member is not shown; its votes leave with it', async () => {
  const { id, photos, entries } = await voting();
  const shown = async (): Promise<number> => (await handOutAll(id)).length;
  expect(await shown()).toBe(3);
  await app.db.run('update photos set removed_at = now() where id = $1', [photos[0]!.id]);
  expect(await shown()).toBe(1);
  await app.db.run('update photos set removed_at = null where id = $1', [photos[0]!.id]);
  await setMember(app, ada, { suspended_at: new Date() });
  expect(await shown()).toBe(1);
  await setMember(app, ada, { suspended_at: null });
  await as(ada)('DELETE', `/challenges/${id}/entries/${entries[0]}`);
  expect([await shown(), (await app.db.rows('select id from challenge_votes where challenge_id = $1', [id])).length]).toEqual([1, 1]);
});

test('feedback about an entry that was handed out reaches its author with the results, without a name', async () => {
  const { id, entries } = await voting();
  await handOutAll(id);
  const say = (text: string, voter = bisi) => as(voter)('PUT', `/challenges/${id}/entries/${entries[0]}/feedback`, { text });
  for (const text of ['Lower', 'Stand lower.']) expect((await say(text)).status).toBe(200);
  expect((await say('Never seen', organiser)).json.code).toBe('not_found');
  const feedback = async (member = ada) =>
    (await read(id, member)).viewer.entries.flatMap((entry: { feedback: object[] }) => entry.feedback);
  expect(await feedback()).toEqual([]);
  await endVoting(id);
  await advance();
  expect(await feedback()).toEqual([{ id: expect.any(String), text: 'Stand lower.' }]);
  expect((await say('Late')).json.code).toBe('locked');
  await block(app, ada, bisi);
  expect(await feedback()).toEqual([]);
});

test('results have a ranking, mentions and awards; entrants and voters are told once, all members of the start', async () => {
  const { id, photos, entries } = await voting();
  for (const { id: voteId } of await handOutAll(id)) await choose(id, voteId, 1);
  await advance();
  expect((await as(bisi)('GET', `/challenges/${id}/results`)).json.code).toBe('locked');
  await endVoting(id);
  await advance();
  await advance();
  expect([await notified(ada), await notified(bisi)]).toEqual([
    ['challenge_results', 'challenge_started'],
    ['challenge_results', 'challenge_started'],
  ]);
  expect(await notified(organiser)).toEqual([]);
  const { json } = await as(bisi)('GET', `/challenges/${id}/results?per_page=2`);
  expect([json.data.length, json.meta.votes_count]).toEqual([2, 3]);
  const { json: rest } = await as(bisi)('GET', `/challenges/${id}/results?per_page=2&cursor=${json.meta.next_cursor}`);
  const all = [...json.data, ...rest.data];
  expect(all.map(({ entry_id }) => entry_id).toSorted()).toEqual(entries.toSorted());
  expect(all.map(({ tally }) => tally.reduce((sum: number, n: number) => sum + n, 0))).toEqual([2, 2, 2]);
  const mention = (text: string, member = organiser) => as(member)('PUT', `/challenges/${id}/entries/${entries[0]}/mention`, { text });
  expect((await mention('Best light', bisi)).json.code).toBe('admin_only');
  await mention('Best light');
  const awards = [{ challenge_id: id, title: 'Long shadows', place: null }];
  expect((await as(bisi)('GET', `/photos/${photos[0]!.id}`)).json.data.awards).toEqual(awards);
  expect((await as(bisi)('GET', `/users/${ada.username}`)).json.data.awards).toEqual(awards);
  await mention('');
  expect((await as(bisi)('GET', `/users/${ada.username}`)).json.data.awards).toEqual([]);
  await setPhotoGone(app, photos[0]!, 'removed_at');
  expect((await as(bisi)('GET', `/challenges/${id}/results`)).json.data.length).toBe(2);
});

test('entrants get their own results with the first page, and all members get the distribution of all scores', async () => {
  const photos = await Promise.all([bisi, organiser, ada].map((member) => addTestPhoto(app, member)));
  const { id, entries } = await addTestChallenge(app, { state: 'results', photos });
  await app.db.run('update challenge_entries set score = case when place = 1 then 100 else 0 end where challenge_id = $1', [id]);
  const results = async (viewer: TestMember, query = '') => (await as(viewer)('GET', `/challenges/${id}/results?per_page=1${query}`)).json;
  const { data, own, distribution, meta } = await results(ada);
  expect([data.map(({ entry_id }: { entry_id: string }) => entry_id), own]).toMatchObject([
    [entries[0]],
    [{ entry_id: entries[2], place: 3, score: 0, low: 47, high: 67, photo: { id: photos[2]!.id } }],
  ]);
  expect(distribution).toEqual([2, ...Array.from({ length: 18 }, () => 0), 1]);
  expect(await results(ada, `&cursor=${meta.next_cursor}`)).toMatchObject({ own: [], distribution: [] });
  await app.db.run('update challenge_entries set place = null where challenge_id = $1', [id]);
  expect(await results(await addTestMember(app))).toMatchObject({ own: [], distribution: [] });
});

test('members who turned the setting off are not told', async () => {
  await setMember(app, ada, { notify_on_challenge: false });
  await addTestChallenge(app, { organiser });
  await advance();
  expect([await notified(ada), await notified(bisi)]).toEqual([[], ['challenge_started']]);
});
