import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';
import { explaining } from '../../testing/many-rows.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { listOrphanFiles } from '../../testing/stored-images.ts';
import { findStorage } from './queries.ts';

let app: TestApp;
let member: TestMember;
let image: Buffer;
let keptBytes: number;
beforeAll(async () => {
  app = await startTestApp();
  image = await photoFile();
});
beforeEach(async () => {
  member = await addTestMember(app, { plan_name: 'Premium' });
  expect((await post()).status).toBe(201);
  keptBytes = await used();
});
afterAll(() => app.close());

const post = (author = member) =>
  app.call('POST', '/photos', { token: author.token, form: formOf({ 'title': 'Uli', 'images[0]': image }) });
const edit = (id: string, fields: Record<string, string | Buffer>) =>
  app.call('POST', `/photos/${id}/update`, { token: member.token, form: formOf(fields) });
const wear = () => app.call('POST', '/me/profile', { token: member.token, form: formOf({ profile_image: image }) });
const cover = () => app.call('POST', '/me/customisation', { token: member.token, form: formOf({ cover: image }) });
const read = async (author = member): Promise<{ used_bytes: number; limit_bytes: number }> =>
  (await app.call('GET', '/me/storage', { token: author.token })).json.data;
const used = async (): Promise<number> => (await read()).used_bytes;

async function leaveRoom(bytes: number): Promise<{ id: string; image_id: string }> {
  const photo = await addTestPhoto(app, member);
  const size = limits.storageBytes - bytes - (await used()) + 1000;
  await app.db.pool.query('update images set bytes = $2 where id = $1', [photo.image_id, size]);
  expect(await used()).toBe(limits.storageBytes - bytes);
  return photo;
}

function expectFull(answer: TestAnswer, field: string): void {
  expect([answer.status, answer.json.code]).toEqual([422, 'quota_exceeded']);
  expect(answer.json.errors).toEqual({ [field]: [sentences.quotaExceeded] });
}

test('free and paid members see their used and allowed storage', async () => {
  const { rows } = await app.db.pool.query('select sum(bytes)::float8 as sum from images where member_id = $1', [member.id]);
  expect(await read()).toEqual({ used_bytes: rows[0].sum, limit_bytes: limits.storageBytes });
  expect(await read(await addTestMember(app))).toEqual({ used_bytes: 0, limit_bytes: limits.storageBytes });
  expect((await app.call('GET', '/me/storage')).status).toBe(401);
});

test('a photo, avatar or cover that does not fit is refused, and its files are deleted immediately', async () => {
  await leaveRoom(keptBytes - 1);
  const before = (await app.db.pool.query('select id from photos')).rowCount;
  expectFull(await post(), 'images');
  expectFull(await wear(), 'profile_image');
  expectFull(await cover(), 'cover');
  expect((await app.db.pool.query('select id from photos')).rowCount).toBe(before);
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('an image that fits exactly is accepted, and the next is refused before it is received', async () => {
  await leaveRoom(keptBytes);
  expect((await post()).status).toBe(201);
  expect(await used()).toBe(limits.storageBytes);
  const node = await startTestApp(
    {},
    { images: { ...app.context.images, encode: () => Promise.reject(new Error('was received')) } },
    { beside: app },
  );
  expectFull(await node.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Uli', 'images[0]': image }) }), 'images');
  await node.close();
});

test('one of two concurrent uploads for the last space is accepted', async () => {
  await leaveRoom(keptBytes);
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  expect(await used()).toBe(limits.storageBytes);
  expect(await listOrphanFiles(app)).toEqual([]);
});

test('deleting a post frees its storage immediately', async () => {
  const { id } = await leaveRoom(0);
  expectFull(await post(), 'images');
  expect((await app.call('DELETE', `/photos/${id}`, { token: member.token })).status).toBe(200);
  expect((await post()).status).toBe(201);
});

test('replacing an image needs only the difference in size', async () => {
  expect([(await wear()).status, (await cover()).status]).toEqual([200, 200]);
  const photo = await leaveRoom(10);
  expect([(await wear()).status, (await cover()).status]).toEqual([200, 200]);
  expect((await edit(photo.id, { 'images[0]': image })).status).toBe(200);
  expect(await used()).toBeLessThan(limits.storageBytes);
});

test('text edits are accepted when storage is full, added images are refused', async () => {
  const photo = await leaveRoom(0);
  expect((await edit(photo.id, { title: 'Nsibidi' })).status).toBe(200);
  expect((await app.call('POST', '/me/profile', { token: member.token, form: formOf({ bio: 'I carve.' }) })).status).toBe(200);
  expectFull(await edit(photo.id, { 'keep[0]': photo.image_id, 'images[1]': image }), 'images');
  expect((await post(await addTestMember(app))).status).toBe(201);
});

test('a member’s storage is summed from the index alone', async () => {
  const id = member.id;
  const client = await app.db.pool.connect();
  // Disables triggers and foreign keys. Synchronous commits, because otherwise pages do not count as all-visible.
  await client.query('set session_replication_role = replica; set synchronous_commit = on');
  await client.query(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     select md5('i' || n)::uuid, case when n <= 2000 then $1 else md5('m' || n % 200)::uuid end, 'photo', 640, 480, '#000000', '\\x00', '{320,640}', 1
       from generate_series(1, 20000) n`,
    [id],
  );
  client.release(true);
  await expect
    .poll(async () => {
      // A concurrent reader keeps pages from becoming all-visible.
      await app.db.pool.query('vacuum analyze images');
      const plans: string[] = [];
      for (const kind of [null, 'avatar'] as const) await findStorage(explaining(app, plans), id, kind);
      expect(plans).toHaveLength(4);
      return plans.filter((plan) => !plan.includes('Index Only Scan using images_stored'));
    })
    .toEqual([]);
});
