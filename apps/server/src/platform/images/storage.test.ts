import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listFiles } from '../../identity/export/list-files.ts';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { explaining } from '../../testing/many-rows.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { addTestPhoto, listOrphanFiles } from '../../testing/posts.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { openFileStore } from '../adapters/image-store.ts';
import { moveImages } from './move-images.ts';
import { findStorage } from './queries.ts';

describe('stored images', () => {
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
});

describe('an object store', () => {
  let objects: ObjectStore;
  let firstNode: TestApp;
  let two: TestApp;
  let folder: string;
  beforeAll(async () => {
    objects = await startObjectStore();
    firstNode = await startTestApp(objects.settings);
    folder = await makeQuickFolder('mbari-nodetwo-');
    two = await startTestApp({ ...objects.settings, MBARI_DATA: folder }, {}, { beside: firstNode });
  });
  afterAll(async () => {
    await two.close();
    await firstNode.close();
    await objects.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Posted {
    owner: TestMember;
    imageId: string;
    photoId: string;
  }

  async function post(node = firstNode): Promise<Posted> {
    const owner = await addTestMember(firstNode);
    const answer = await node.call('POST', '/photos', {
      token: owner.token,
      form: formOf({ 'title': 'Uli', 'images[0]': await photoFile(700, 350) }),
    });
    expect(answer.status).toBe(201);
    return { owner, photoId: answer.json.data.id, imageId: answer.json.data.images[0].id };
  }

  const get = (node: TestApp, id: string, name = '640.webp'): Promise<Response> => fetch(`${node.url}/media/${id}/${name}`);

  test('without a shared folder, both nodes serve an image posted on one, and neither serves it after deletion', async () => {
    const { owner, imageId, photoId } = await post();
    const answers = await Promise.all([firstNode, two].map((node) => get(node, imageId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [a, b] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(a!.equals(b!)).toBe(true);
    expect((await readdir(path.join(folder, 'uploads'))).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect((await two.call('DELETE', `/photos/${photoId}`, { token: owner.token })).status).toBe(200);
    for (const node of [firstNode, two]) expect((await get(node, imageId)).status).toBe(404);
  });

  test('the AVIF file that a job on one node made is served by the other', async () => {
    const { imageId } = await post();
    await runJobs(two.context);
    expect((await get(firstNode, imageId, '640.avif')).headers.get('content-type')).toBe('image/avif');
  });

  test('an export on another node contains the images', async () => {
    const { owner, imageId } = await post();
    const account = (await two.db.pool.query('select * from members where id = $1', [owner.id])).rows[0];
    const names: string[] = [];
    for await (const { name } of listFiles(two.context, account)) names.push(name);
    expect(names.some((name) => name.includes(imageId))).toBe(true);
  });

  test('while the object store is unreachable, uploads and images get 503, and everything else works', async () => {
    const { owner, imageId, photoId } = await post();
    await objects.stop();
    try {
      const upload = await firstNode.call('POST', '/photos', {
        token: owner.token,
        form: formOf({ 'title': 'Uli', 'images[0]': await photoFile(320, 320) }),
      });
      expect([upload.status, upload.json.code, upload.headers.get('retry-after')]).toEqual([503, 'storage_unavailable', '60']);
      const image = await get(two, imageId);
      expect([image.status, image.headers.get('retry-after')]).toEqual([503, '60']);
      expect(
        (await firstNode.call('POST', `/photos/${photoId}/comments`, { token: owner.token, json: { content: 'Fine lines.' } })).status,
      ).toBe(201);
      for (const node of [firstNode, two]) expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    } finally {
      await objects.start();
    }
    expect((await get(two, imageId)).status).toBe(200);
    const { rows } = await firstNode.db.pool.query('select count(*)::int as n from photos where member_id = $1', [owner.id]);
    expect(rows[0].n, 'nothing half').toBe(1);
  });

  test('images move to a folder and back, resume after an interruption, and are compared byte by byte', async () => {
    const { imageId } = await post();
    const files = await openFileStore(path.join(folder, 'moved'));
    const cut = new AbortController();
    await expect(moveImages(firstNode.db, firstNode.context.store, files, { signal: (cut.abort(), cut.signal) })).rejects.toThrow(
      'aborted',
    );
    const moved = await moveImages(firstNode.db, firstNode.context.store, files);
    expect([moved.written > 0, moved.there, moved.missing]).toEqual([true, 0, []]);
    expect(await moveImages(firstNode.db, firstNode.context.store, files)).toEqual({ written: 0, there: moved.written, missing: [] });
    await firstNode.context.store.remove(imageId);
    expect((await get(two, imageId)).status === 404 || (await moveImages(firstNode.db, files, two.context.store)).written > 0).toBe(true);
    await moveImages(firstNode.db, files, firstNode.context.store);
    expect((await get(firstNode, imageId)).status).toBe(200);
    await files.remove(imageId);
    expect((await moveImages(firstNode.db, files, firstNode.context.store)).missing).toContain(`${imageId}/640.webp`);
  });
});
