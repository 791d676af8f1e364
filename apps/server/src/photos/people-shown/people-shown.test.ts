import type { Notification } from '@mbari/contract/notifications/notifications';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { newSecretId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { addTestPhoto, block, setAudience, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
let person: TestMember;
let viewer: TestMember;
let post: { id: string; image_id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  author = await addTestMember(app, { name: 'Kwame Asante' });
  person = await addTestMember(app, { name: 'Awa Ndiaye' });
  viewer = await addTestMember(app);
  post = await addTestPhoto(app, author, { title: 'At the well' });
});

const name = (username = person.username, as = author): Promise<TestAnswer> =>
  app.call('POST', `/photos/${post.id}/people`, { token: as.token, json: { username } });
const unname = (as = author): Promise<TestAnswer> => app.call('DELETE', `/photos/${post.id}/people/${person.id}`, { token: as.token });
const answer = (given: string, as = person): Promise<TestAnswer> =>
  app.call('PUT', `/photos/${post.id}/people/me`, { token: as.token, json: { answer: given } });
const place = (json: unknown, as = author, of = person): Promise<TestAnswer> =>
  app.call('PUT', `/photos/${post.id}/people/${of.id}`, { token: as.token, json: { place: json } });
const at = (x: number, y: number): object => ({ image_id: post.image_id, x, y });
const placesTo = async ({ token }: TestMember): Promise<unknown[]> =>
  (await app.call('GET', `/photos/${post.id}`, { token })).json.data.people.map((one: { place: unknown }) => one.place);
const shownTo = async ({ token }: TestMember): Promise<[string, boolean][]> =>
  (await app.call('GET', `/photos/${post.id}`, { token })).json.data.people.map(
    (one: { name: string; is_asked: boolean }) => [one.name, one.is_asked] as const,
  );
const requestsOf = async ({ token }: TestMember): Promise<string[]> =>
  (await app.call('GET', '/me/name-requests', { token })).json.data.map(({ id }: { id: string }) => id);
const newsOf = async ({ token }: TestMember): Promise<string[]> =>
  (await app.call('GET', '/forum/notifications', { token })).json.data.notifications.map(({ message }: Notification) => message);
const reasonOf = ({ status, json }: TestAnswer): unknown => [status, json.error_reasons?.username?.[0].reason];

test('a name shows to the author and the member alone until the member accepts, then to everyone', async () => {
  expect((await name()).status).toBe(201);
  expect([await shownTo(author), await shownTo(person), await shownTo(viewer)]).toEqual([
    [['Awa Ndiaye', true]],
    [['Awa Ndiaye', true]],
    [],
  ]);
  expect(await requestsOf(person)).toEqual([post.id]);
  expect(await newsOf(person)).toEqual(['Kwame Asante would like to name you in the photo “At the well”']);

  expect((await answer('accepted')).status).toBe(200);
  for (const reader of [author, person, viewer]) expect(await shownTo(reader)).toEqual([['Awa Ndiaye', false]]);
  expect([await requestsOf(person), await newsOf(person)]).toEqual([[], []]);
  expect(await newsOf(author)).toEqual(['Awa Ndiaye agreed to be named in your photo “At the well”']);
});

test('the member takes the name away at any time, and the author can neither see that nor ask again', async () => {
  await name();
  await answer('accepted');
  expect((await answer('refused')).status).toBe(200);
  for (const reader of [author, person, viewer]) expect(await shownTo(reader)).toEqual([]);
  expect(await newsOf(author)).toEqual([]);
  expect(reasonOf(await name())).toEqual([422, 'personNotNamed']);
  await unname();
  expect(reasonOf(await name())).toEqual([422, 'personNotNamed']);
  // The member may change their mind.
  expect((await answer('asked')).status).toBe(200);
  expect(await requestsOf(person)).toEqual([post.id]);
});

test('the author withdraws a request or a name, and naming twice asks once', async () => {
  await name();
  expect((await name()).status).toBe(201);
  expect((await unname()).status).toBe(200);
  expect([await shownTo(person), await requestsOf(person), await newsOf(person)]).toEqual([[], [], []]);
  expect((await answer('accepted')).status).toBe(404);
  await name();
  expect((await newsOf(person)).length).toBe(1);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['does not exist', async () => (person = { ...person, username: 'nobody_here' }), 'personUnknown'],
  ['has a name with a zero byte', async () => (person = { ...person, username: 'a\0b' }), 'personUnknown'],
  ['is the author', async () => (person = author), 'personUnknown'],
  ['blocked the author', () => block(app, person, author), 'personUnknown'],
  ['is blocked by the author', () => block(app, author, person), 'personUnknown'],
  ['is suspended', () => setMember(app, person, { suspended_at: new Date() }), 'personUnknown'],
  ['refuses all requests', () => setMember(app, person, { may_be_named: false }), 'personNotNamed'],
  ['may not see the post', () => setAudience(app, post, 'followers'), 'personNotNamed'],
])('a member who %s cannot be named', async (_, happens, reason) => {
  await happens();
  expect(reasonOf(await name())).toEqual([422, reason]);
  expect(await shownTo(author)).toEqual([]);
});

test('a post names at most twenty members', async () => {
  await app.db.run(
    `with added as (insert into members (id, username, name, email, email_verified_at)
       select gen_random_uuid(), 'p' || left(md5($1::text || n), 20), 'P', n || '@' || $1, now() from generate_series(1, ${limits.peopleShown}) n returning id)
     insert into people_shown (photo_id, member_id) select $1::uuid, id from added`,
    [post.id],
  );
  expect(reasonOf(await name())).toEqual([422, 'tooManyPeople']);
});

test.each<[string, () => Promise<unknown>]>([
  ['the member is suspended', () => setMember(app, person, { suspended_at: new Date() })],
  ['the member closed their account', () => setMember(app, person, { closed_at: new Date() })],
  ['the member blocked the viewer', () => block(app, person, viewer)],
  ['the viewer blocked the member', () => block(app, viewer, person)],
  ['the member blocked the author', () => block(app, person, author)],
  [
    'the member may not see the post any more',
    async () => {
      await insertFollow(app.db, viewer.id, author.id);
      await setAudience(app, post, 'followers');
    },
  ],
])('an accepted name is not shown when %s', async (_, happens) => {
  await name();
  await answer('accepted');
  await happens();
  expect(await shownTo(viewer)).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ['the post is removed', () => setPhotoGone(app, post, 'removed_at')],
  ['the post is deleted', () => setPhotoGone(app, post, 'deleted_at')],
  ['the post is archived', () => setPhotoGone(app, post, 'archived_at')],
  ['the post is for the author alone', () => setAudience(app, post, 'me')],
  ['the author is suspended', () => setMember(app, author, { suspended_at: new Date() })],
  ['the author blocked the member', () => block(app, author, person)],
  ['the member refuses all requests', () => app.call('PUT', '/me/forum-settings', { token: person.token, json: { may_be_named: false } })],
])('a request ends when %s', async (_, happens) => {
  await name();
  await happens();
  expect([await requestsOf(person), await newsOf(person), (await answer('accepted')).status]).toEqual([[], [], 404]);
});

test('a place shows with the name only, moves, and ends with the name', async () => {
  await name();
  expect((await place(at(0.25, 0.75))).status).toBe(200);
  expect([await placesTo(author), await placesTo(person), await placesTo(viewer)]).toEqual([[at(0.25, 0.75)], [at(0.25, 0.75)], []]);
  await answer('accepted');
  expect(await placesTo(viewer)).toEqual([at(0.25, 0.75)]);
  await place(at(0, 1));
  expect(await placesTo(viewer)).toEqual([at(0, 1)]);
  await place(null);
  expect(await placesTo(viewer)).toEqual([null]);
  await place(at(0.5, 0.5));
  await answer('refused');
  await answer('accepted');
  expect(await placesTo(viewer)).toEqual([null]);
  await place(at(0.5, 0.5));
  await unname();
  await name();
  expect(await placesTo(author)).toEqual([null]);
});

test('a place ends when its image leaves the post', async () => {
  const second = newSecretId();
  await app.db.run(
    `with added as (insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select $2, member_id, kind, width, height, color, thumbhash, widths, bytes from images where id = $3 returning id)
     insert into photo_images (photo_id, position, image_id) select $1, 1, id from added`,
    [post.id, second, post.image_id],
  );
  await name();
  await place({ image_id: second, x: 0.5, y: 0.5 });
  const keep = (...ids: string[]): Promise<TestAnswer> =>
    app.call('POST', `/photos/${post.id}/update`, {
      token: author.token,
      form: formOf(Object.fromEntries(ids.map((id, index) => [`keep[${index}]`, id]))),
    });
  expect((await keep(second, post.image_id)).status).toBe(200);
  expect(await placesTo(author)).toEqual([{ image_id: second, x: 0.5, y: 0.5 }]);
  expect((await keep(post.image_id)).status).toBe(200);
  expect(await placesTo(author)).toEqual([null]);
});

test.each<[string, () => unknown, string, string]>([
  ['left of the image', () => at(-0.01, 0.5), 'place.x', 'pinOutside'],
  ['below the image', () => at(0.5, 1.01), 'place.y', 'pinOutside'],
  ['without a height', () => ({ image_id: post.image_id, x: 0.5 }), 'place.y', 'fieldRequired'],
  ['in no image', () => ({ ...at(0.5, 0.5), image_id: 'x' }), 'place', 'pinImageGone'],
  [
    'in an image of another post',
    async () => ({ ...at(0.5, 0.5), image_id: (await addTestPhoto(app, author)).image_id }),
    'place',
    'pinImageGone',
  ],
  ['without a place', () => undefined, 'place', 'fieldRequired'],
  ['for another member', () => ((person = viewer), at(0.5, 0.5)), 'place', 'personNotNamed'],
  ['after a refusal', async () => (await answer('refused'), at(0.5, 0.5)), 'place', 'personNotNamed'],
  ['after the member blocked the author', async () => (await block(app, person, author), at(0.5, 0.5)), 'place', 'personNotNamed'],
])('a place %s is refused at its field', async (_, given, field, reason) => {
  await name();
  const { status, json } = await place(await given());
  expect([status, json.error_reasons?.[field]?.[0].reason]).toEqual([422, reason]);
});

test('only the author names, places and takes names away, and only the member answers', async () => {
  await name();
  expect([(await name(viewer.username, viewer)).status, (await unname(viewer)).status, (await unname(person)).status]).toEqual([
    403, 403, 403,
  ]);
  expect([(await place(at(0.5, 0.5), viewer)).status, (await place(at(0.5, 0.5), person)).status]).toEqual([403, 403]);
  expect((await answer('accepted', viewer)).status).toBe(404);
  expect((await answer('maybe')).json.error_reasons.answer[0].reason).toBe('nameAnswerUnknown');
  expect(await shownTo(author)).toEqual([['Awa Ndiaye', true]]);
});
