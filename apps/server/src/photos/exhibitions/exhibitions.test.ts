import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { insertFollow } from '../../people/follows/queries.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { addTestExhibition, addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let curator: TestMember;
let artist: TestMember;
let visitor: TestMember;
let own: { id: string };
let theirs: { id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  [curator, artist, visitor] = await Promise.all([
    addTestMember(app, { name: 'Adé' }),
    addTestMember(app, { name: 'Bọ́lá' }),
    addTestMember(app),
  ]);
  [own, theirs] = [await addTestPhoto(app, curator), await addTestPhoto(app, artist)];
});

const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
const as =
  ({ token }: TestMember) =>
  (method: string, path: string, json?: object) =>
    app.call(method, path, { token, ...(json && { json }) });
const read = (id: string, viewer: TestMember) => as(viewer)('GET', `/exhibitions/${id}`);
const edit = (id: string, json: object, member = curator) => as(member)('PUT', `/exhibitions/${id}`, json);
const answer = (id: string, isAccepted: boolean, photo = theirs, member = artist) =>
  as(member)('PUT', `/exhibitions/${id}/works/${photo.id}`, { is_accepted: isAccepted });
const room = (...items: (string | { id: string })[]) => ({
  title: 'North room',
  items: items.map((item) => (typeof item === 'string' ? { text: item } : { photo_id: item.id })),
});
const itemsFor = async (id: string, viewer: TestMember): Promise<unknown[]> =>
  (await read(id, viewer)).json.data.rooms[0].items.map((item: { text?: string; photo_id?: string; state?: string }) =>
    item.text === undefined ? [item.photo_id, item.state] : item.text,
  );
const listed = async (viewer: TestMember, state: string): Promise<string[]> =>
  (await as(viewer)('GET', `/exhibitions?state=${state}&per_page=50`)).json.data.map(({ id }: { id: string }) => id);
const notified = async ({ token }: TestMember) => (await app.call('GET', '/forum/notifications', { token })).json.data.notifications;
const draft = async (): Promise<string> => (await as(curator)('POST', '/exhibitions', { title: 'Indigo' })).json.data.id;

test('curators of an exhibition that has not closed may hang posts that they see', async () => {
  const mayHang = async (viewer: TestMember) => (await as(viewer)('GET', `/photos/${theirs.id}`)).json.data.viewer.may_hang;
  expect(await mayHang(curator)).toBeUndefined();
  const id = await draft();
  expect([await mayHang(curator), await listed(curator, 'curated')]).toEqual([true, [id]]);
  await as(curator)('POST', `/exhibitions/${id}/curators`, { member_id: artist.id });
  expect([await mayHang(artist), await listed(artist, 'curated')]).toEqual([undefined, []]);
  await app.db.run('update exhibitions set opens_at = $2, closes_at = $3 where id = $1', [id, '2020-01-01', yesterday]);
  expect([await mayHang(curator), await listed(curator, 'curated')]).toEqual([undefined, []]);
});

test('a member curates a draft that nobody else knows', async () => {
  const { status, json } = await as(curator)('POST', '/exhibitions', { title: ' Indigo ', body: 'Cloth, *dyed*.' });
  expect([status, json.message]).toEqual([201, 'Exhibition created']);
  expect(json.data).toMatchObject({
    ...{
      title: 'Indigo',
      state: 'draft',
      opens_at: null,
      closes_at: null,
      rooms: [],
      works_count: 0,
      cover: null,
      guest_book: null,
      version: 1,
    },
    ...{ curators: [{ id: curator.id }], viewer: { may_edit: true, may_delete: true, is_invited: false, requests_count: 0 } },
  });
  expect(json.data.body_html).toContain('<em>dyed</em>');
  const { id } = json.data;
  expect((await read(id, artist)).status).toBe(404);
  expect([(await listed(curator, 'mine')).includes(id), (await listed(artist, 'mine')).includes(id)]).toEqual([true, false]);
  for (const state of ['open', 'coming', 'past']) expect(await listed(curator, state)).not.toContain(id);
  expect((await as(curator)('POST', '/exhibitions', { title: '' })).json.errors).toHaveProperty('title');
  expect((await app.call('POST', '/exhibitions', { json: { title: 'X' } })).status).toBe(401);
});

test('a work is shown once its author agrees, and only as long as they do', async () => {
  const id = await draft();
  const { status, json } = await edit(id, { rooms: [room('Come closer.', own, theirs)], opens_at: yesterday, version: 1 });
  expect([status, json.data]).toMatchObject([200, { state: 'open', works_count: 1, version: 2, cover: { width: 1600 } }]);
  const asked = [
    [own.id, 'accepted'],
    [theirs.id, 'requested'],
  ];
  expect(await itemsFor(id, curator)).toEqual(['Come closer.', ...asked]);
  expect(await itemsFor(id, visitor)).toEqual(['Come closer.', asked[0]]);
  expect((await read(id, artist)).json.data.viewer.requests_count).toBe(1);
  expect(await notified(artist)).toMatchObject([
    { kind: 'work_requested', message: 'Adé asks to show your work in the exhibition “Indigo”', action_url: `/exhibitions/${id}` },
  ]);
  const accepted = await answer(id, true);
  expect([accepted.json.message, accepted.json.data.viewer.requests_count]).toEqual(['Your work is shown', 0]);
  const works = async (viewer: TestMember) =>
    (await as(viewer)('GET', `/exhibitions/${id}/rooms/1`)).json.data.map((photo: { id: string }) => photo.id);
  expect(await works(visitor)).toEqual([own.id, theirs.id]);
  expect((await read(id, visitor)).json.data.works_count).toBe(2);
  // Moving an accepted work keeps the answer.
  await edit(id, { rooms: [room(theirs, own)], version: 2 });
  expect(await works(visitor)).toEqual([theirs.id, own.id]);
  expect((await answer(id, false)).json.message).toBe('Your work is not shown');
  expect(await works(visitor)).toEqual([own.id]);
  // Taken down and hung again, a declined work stays declined.
  await edit(id, { rooms: [room(own)], version: 3 });
  await edit(id, { rooms: [room(own, theirs)], version: 4 });
  expect(await itemsFor(id, artist)).toEqual([
    [own.id, 'accepted'],
    [theirs.id, 'declined'],
  ]);
  expect(await notified(artist)).toHaveLength(1);
  for (const [member, photo] of [
    [visitor, theirs],
    [curator, theirs],
    [artist, own],
  ] as const)
    expect((await answer(id, true, photo, member)).status).toBe(404);
});

test('posts that disappear leave no hole, and come back to their place', async () => {
  const { id } = await addTestExhibition(app, curator, { works: [theirs, own] });
  await setPhotoGone(app, theirs, 'archived_at');
  expect(await itemsFor(id, visitor)).toEqual([[own.id, 'accepted']]);
  expect((await as(visitor)('GET', `/exhibitions/${id}/rooms/1`)).json.data).toHaveLength(1);
  // The curator, who cannot see the work either, keeps it.
  await edit(id, { rooms: [room('North.', own)], version: 1 });
  await app.db.run('update photos set archived_at = null where id = $1', [theirs.id]);
  expect(await itemsFor(id, visitor)).toEqual([[theirs.id, 'accepted'], 'North.', [own.id, 'accepted']]);
  await block(app, artist, visitor);
  expect(await itemsFor(id, visitor)).toEqual(['North.', [own.id, 'accepted']]);
  await setMember(app, artist, { suspended_at: new Date() });
  expect((await read(id, curator)).json.data.works_count).toBe(1);
  for (const number of ['0', '2', 'x']) expect((await as(visitor)('GET', `/exhibitions/${id}/rooms/${number}`)).status).toBe(404);
});

test('the second of two concurrent edits is refused with the stored exhibition', async () => {
  const id = await draft();
  const answers = await Promise.all([
    edit(id, { title: 'One', rooms: [room(own)], version: 1 }),
    edit(id, { title: 'Two', rooms: [room('Two')], version: 1 }),
  ]);
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([saved!.status, refused!.status]).toEqual([200, 409]);
  expect(refused!.json).toMatchObject({
    code: 'conflict',
    data: { title: saved!.json.data.title, rooms: saved!.json.data.rooms, version: 2 },
  });
});

test('limits are named at their field', async () => {
  const id = await draft();
  const works = Array.from({ length: limits.roomWorks + 1 }, () => ({ id: own.id.replace(/^./, 'f') }));
  const errors = async (json: object) => (await edit(id, { ...json, version: 1 })).json.error_reasons;
  expect(await errors({ rooms: [room(...works)] })).toMatchObject({ 'rooms.0.items': [{ reason: 'roomFull' }] });
  expect(await errors({ rooms: Array.from({ length: limits.exhibitionRooms + 1 }, () => room()) })).toMatchObject({
    rooms: [{ reason: 'tooManyRooms' }],
  });
  expect(await errors({ rooms: [room(...Array.from({ length: limits.roomTexts + 1 }, () => 'Text'))] })).toMatchObject({
    'rooms.0.items': [{ reason: 'tooManyWallTexts' }],
  });
  expect(await errors({ rooms: [room(own), room(own)] })).toMatchObject({ rooms: [{ reason: 'sentTwice' }] });
  expect(await errors({ rooms: [{ title: 'A', items: [{}] }] })).toHaveProperty(['rooms.0.items.0']);
  expect(await errors({ opens_at: tomorrow, closes_at: yesterday })).toMatchObject({ closes_at: [{ reason: 'closesBeforeOpening' }] });
  expect(await errors({ closes_at: tomorrow })).toMatchObject({ closes_at: [{ reason: 'closesBeforeOpening' }] });
  expect(await errors({ topic_id: id })).toMatchObject({ topic_id: [{ reason: 'noSuchGuestBook' }] });
});

test('an exhibition comes, opens and closes at its times', async () => {
  const id = await draft();
  const rooms = [room(own, theirs)];
  expect((await edit(id, { rooms, opens_at: tomorrow, version: 1 })).json.data.state).toBe('coming');
  await answer(id, true);
  expect((await read(id, visitor)).json.data).toMatchObject({
    state: 'coming',
    opens_at: tomorrow,
    rooms: [],
    works_count: 0,
    cover: null,
  });
  expect((await as(visitor)('GET', `/exhibitions/${id}/rooms/1`)).status).toBe(404);
  expect((await read(id, artist)).json.data.works_count).toBe(2);
  expect(await listed(visitor, 'coming')).toContain(id);
  await edit(id, { opens_at: yesterday, closes_at: tomorrow, version: 2 });
  expect((await as(visitor)('GET', '/exhibitions?state=open')).json.data.find((one: { id: string }) => one.id === id)).toMatchObject({
    ...{ title: 'Indigo', state: 'open', works_count: 2, curators: [{ id: curator.id }] },
  });
  expect(await listed(visitor, 'coming')).not.toContain(id);
  await app.db.run(`update exhibitions set closes_at = now() where id = $1`, [id]);
  expect((await read(id, visitor)).json.data).toMatchObject({ state: 'past', works_count: 2 });
  expect([(await listed(visitor, 'past')).includes(id), (await listed(visitor, 'open')).includes(id)]).toEqual([true, false]);
});

test('lists continue after a cursor, and leave out what muted members curate', async () => {
  const ids: string[] = [];
  for (const days of [1, 2, 3])
    ids.push((await addTestExhibition(app, curator, { opens_at: new Date(Date.now() + days * 24 * 60 * 60_000) })).id);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const { json } = await as(visitor)('GET', `/exhibitions?state=coming&per_page=1${cursor}`);
    seen.push(...json.data.map(({ id }: { id: string }) => id));
    if (json.meta.next_cursor === null) break;
    cursor = `&cursor=${json.meta.next_cursor}`;
  }
  expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
  expect((await as(visitor)('GET', '/exhibitions?cursor=x')).status).toBe(422);
  await mute(app, visitor, curator);
  expect(await listed(visitor, 'coming')).not.toContain(ids[0]);
  expect((await read(ids[0]!, visitor)).status).toBe(200);
  await block(app, visitor, curator);
  expect((await read(ids[0]!, visitor)).status).toBe(404);
});

test('curators invite others, who accept, decline or leave', async () => {
  const id = await draft();
  const invite = (member: TestMember, from = curator) => as(from)('POST', `/exhibitions/${id}/curators`, { member_id: member.id });
  const invited = await invite(artist);
  expect(invited.json.data).toMatchObject({ curators: [{ id: curator.id }], invited: [{ id: artist.id }] });
  expect((await read(id, artist)).json.data).toMatchObject({ invited: [], viewer: { may_edit: false, is_invited: true } });
  expect(await notified(artist)).toMatchObject([{ kind: 'exhibition_invited', action_url: `/exhibitions/${id}` }]);
  expect((await edit(id, { title: 'Mine', version: 1 }, artist)).json.code).toBe('not_owner');
  expect((await invite(visitor, artist)).json.code).toBe('not_owner');
  // An invitation that was taken back is gone, also from the notifications.
  expect((await as(curator)('DELETE', `/exhibitions/${id}/curators/${artist.id}`)).status).toBe(200);
  expect([(await read(id, artist)).status, await notified(artist)]).toEqual([404, []]);
  await invite(artist);
  const accepted = await as(artist)('POST', `/exhibitions/${id}/curators/me`);
  expect(accepted.json.data).toMatchObject({
    curators: [{ id: curator.id }, { id: artist.id }],
    viewer: { may_edit: true, may_delete: false },
  });
  expect((await edit(id, { title: 'Ours', version: 1 }, artist)).status).toBe(200);
  // Curators neither remove each other nor delete what others curate.
  await as(artist)('DELETE', `/exhibitions/${id}/curators/${curator.id}`);
  expect((await as(artist)('DELETE', `/exhibitions/${id}`)).json.reason).toBe('exhibitionHasCurators');
  const left = await Promise.all([curator, artist].map((member) => as(member)('DELETE', `/exhibitions/${id}/curators/${member.id}`)));
  expect(left.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const last = left[0]!.status === 200 ? artist : curator;
  expect((await as(last)('DELETE', `/exhibitions/${id}/curators/${last.id}`)).json.reason).toBe('lastCurator');
  expect((await as(last)('DELETE', `/exhibitions/${id}`)).status).toBe(200);
  expect((await read(id, last)).status).toBe(404);
});

test('an exhibition has at most eight curators, and none who blocked the inviter', async () => {
  const id = await draft();
  const members = await Promise.all(Array.from({ length: limits.exhibitionCurators }, () => addTestMember(app)));
  const answers = await Promise.all(members.map((member) => as(curator)('POST', `/exhibitions/${id}/curators`, { member_id: member.id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 7 }, () => 200), 422]);
  expect(answers.find(({ status }) => status === 422)!.json.error_reasons).toMatchObject({ member_id: [{ reason: 'tooManyCurators' }] });
  await block(app, visitor, curator);
  for (const member_id of [visitor.id, 'x'])
    expect((await as(curator)('POST', `/exhibitions/${id}/curators`, { member_id })).json.error_reasons).toMatchObject({
      member_id: [{ reason: 'noSuchCurator' }],
    });
});

test('followers and artists are notified once, when the exhibition opens', async () => {
  const [follower, blocked] = await Promise.all([addTestMember(app), addTestMember(app)]);
  for (const member of [follower, blocked]) await insertFollow(app.db, member.id, curator.id);
  await block(app, blocked, curator);
  const id = await draft();
  await edit(id, { rooms: [room(theirs)], opens_at: tomorrow, version: 1 });
  await answer(id, true);
  const announce = async () => {
    await addJob(app.db, 'announce_exhibitions', null);
    await runJobs(app.context);
  };
  const opened = async (member: TestMember) =>
    (await notified(member)).filter(({ kind }: { kind: string }) => kind === 'exhibition_opened');
  await announce();
  expect(await opened(follower)).toEqual([]);
  await edit(id, { opens_at: yesterday, version: 2 });
  await announce();
  await edit(id, { opens_at: null, version: 3 });
  await edit(id, { opens_at: yesterday, version: 4 });
  await announce();
  for (const member of [follower, artist])
    expect(await opened(member)).toMatchObject([{ message: 'Adé opened the exhibition “Indigo”', action_url: `/exhibitions/${id}` }]);
  for (const member of [curator, blocked, visitor]) expect(await opened(member)).toEqual([]);
  await edit(id, { opens_at: null, version: 5 });
  expect(await opened(follower)).toEqual([]);
});

test('the guest book is a topic that the viewer can list', async () => {
  const { id } = await addTestExhibition(app, curator);
  const topic = await addTestTopic(app, curator);
  const { json } = await edit(id, { topic_id: topic.id, version: 1 });
  expect(json.data.guest_book).toMatchObject({ topic_id: topic.id, entries_count: 0 });
  await app.db.run('update forum_topics set deleted_at = now() where id = $1', [topic.id]);
  expect((await read(id, visitor)).json.data.guest_book).toBeNull();
});
