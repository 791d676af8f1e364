/** @module-tag world */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UnreadableImage } from '../../platform/images/images.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';
import { listOrphanFiles } from '../../testing/stored-images.ts';

let app: TestApp;
let owner: TestMember;
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  image = await photoFile(40, 30);
});
beforeEach(async () => void (owner = await addTestMember(app, { plan_name: 'Premium' })));
afterAll(() => app.close());

type Fields = Record<string, string | Buffer>;

async function post(fields: Fields = {}): Promise<{ id: string; images: string[] }> {
  const form = formOf({
    title: 'Uli wall',
    description: 'At noon',
    category: 'dance',
    'images[0]': image,
    'alt[0]': 'A wall',
    ...fields,
  });
  const { json } = await app.call('POST', '/photos', { token: owner.token, form });
  return { id: json.data.id, images: idsOf(json.data) };
}
const postThree = (): ReturnType<typeof post> =>
  post({ 'images[1]': image, 'images[2]': image, 'alt[0]': 'one', 'alt[1]': 'two', 'alt[2]': 'three' });

const edit = (photo: { id: string }, fields: Fields, node = app): Promise<TestAnswer> =>
  node.call('POST', `/photos/${photo.id}/update`, { token: owner.token, form: formOf(fields) });
const read = async (photo: { id: string }) => (await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data;

const idsOf = (data: { images: { id: string }[] }): string[] => data.images.map(({ id }) => id);
const altsOf = (data: { images: { alt: string }[] }): string[] => data.images.map(({ alt }) => alt);

/** Starts a second node with other adapters. */
const nodeWith = (parts: Partial<TestApp['context']>): Promise<TestApp> => startTestApp({}, parts, { beside: app });

test('a failed edit leaves the post unchanged and no orphan files', async () => {
  const photo = await post();
  const before = await read(photo);
  const { images, store } = app.context;
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  let encoded = 0;
  const failures: [Partial<TestApp['context']>, number][] = [
    [{ images: { ...images, encode: () => Promise.reject(new UnreadableImage('too hard', 'test')) } }, 422],
    [{ images: { ...images, encode: (input) => (++encoded > 1 ? Promise.reject(full) : images.encode(input)) } }, 507],
    [{ store: { ...store, keep: () => Promise.reject(full) } }, 507],
    [{ store: { ...store, keep: () => Promise.reject(new Error('broken')) } }, 500],
  ];
  for (const [parts, expected] of failures) {
    const node = await nodeWith(parts);
    expect((await edit(photo, { title: 'No', 'images[0]': image, 'images[1]': image }, node)).status).toBe(expected);
    expect(await read(photo)).toEqual(before);
    expect(await listOrphanFiles(app)).toEqual([]);
    await node.close();
  }
});

async function meanwhile(work: () => Promise<unknown>, fields: Fields, photo: { id: string }): Promise<TestAnswer> {
  const { images } = app.context;
  const encode: typeof images.encode = async (input) => {
    await work();
    return images.encode(input);
  };
  const node = await nodeWith({ images: { ...images, encode } });
  const answer = await edit(photo, fields, node);
  await node.close();
  return answer;
}

test('deleting the post or suspending its owner during an edit discards the new images', async () => {
  for (const work of [
    (photo: { id: string }) => app.call('DELETE', `/photos/${photo.id}`, { token: owner.token }),
    () => setMember(app, owner, { suspended_at: new Date() }),
  ]) {
    const photo = await post();
    expect((await meanwhile(() => work(photo), { 'images[0]': image }, photo)).status).toBe(404);
    expect(await listOrphanFiles(app)).toEqual([]);
  }
});

test('an edit cannot keep an image that a concurrent edit removed', async () => {
  const photo = await postThree();
  const [item, two, three] = photo.images as [string, string, string];
  const lateResponse = await meanwhile(
    () => edit(photo, { 'keep[0]': two, 'keep[1]': three }),
    { 'keep[0]': item, 'images[1]': image },
    photo,
  );
  expect([lateResponse.status, lateResponse.json.code]).toEqual([409, 'conflict']);
  expect(idsOf(await read(photo))).toEqual([two, three]);
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('one of many concurrent edits wins as a whole, and no image is lost', async () => {
  const photo = await post();
  const edits = Array.from({ length: 8 }, (_, n) =>
    edit(photo, { title: `Title ${n}`, 'images[0]': image, 'alt[0]': `words ${n}`, category: n % 2 ? 'dance' : 'music' }),
  );
  for (const { status } of await Promise.all(edits)) expect(status).toBe(200);
  const data = await read(photo);
  const n = data.title.slice('Title '.length);
  expect([altsOf(data), data.category]).toEqual([[`words ${n}`], Number(n) % 2 ? 'Dance' : 'Music']);
  const { rows } = await app.db.pool.query('select id from images where member_id = $1 and deleted_at is null', [owner.id]);
  expect(rows.map(({ id }) => id)).toEqual(idsOf(data));
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('concurrent category changes do not deadlock', async () => {
  const photos = await Promise.all([0, 1].map(() => addTestPhoto(app, owner)));
  for (let turn = 0; turn < 5; turn += 1)
    for (const { status } of await Promise.all(photos.map((photo, n) => edit(photo, { category: (n + turn) % 2 ? 'dance' : 'music' }))))
      expect(status).toBe(200);
  const tallies = await app.db.rows<{ n: number }>('select photos_count as n from category_tallies where member_id = $1 order by 1', [
    owner.id,
  ]);
  expect(tallies).toEqual([{ n: 1 }, { n: 1 }]);
});
