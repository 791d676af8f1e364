import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '../../identity/export/list-files.ts';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { openFileStore } from '../adapters/image-store.ts';
import { moveImages } from './move-images.ts';

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
  await expect(moveImages(firstNode.db, firstNode.context.store, files, { signal: (cut.abort(), cut.signal) })).rejects.toThrow('aborted');
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
