import { randomBytes } from 'node:crypto';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { openStorageSpace } from '../../platform/adapters/storage-space.ts';
import { newId } from '../../platform/ids.ts';
import { forgetFilters } from '../../platform/screening/change-filters.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { asInstagram, zipOf } from '../../testing/archives.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestImport, listItems, partForm, readImport, uploadImport } from '../../testing/imports.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { advanceImport } from './advance-import.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const as = ({ token }: TestMember) => ({
  call: (method: string, path: string, json?: unknown) => app.call(method, path, { token, ...(json !== undefined && { json }) }),
});

const sendPart = ({ token }: TestMember, id: string, bytes: Buffer, offset: number) =>
  app.call('PUT', `/imports/${id}/files/0`, { token, form: partForm(bytes, offset) });

const premium = () => addTestMember(app, { plan_name: 'Premium' });

/** An Instagram archive of two posts, of which the second has two images and a video. */
async function instagram(): Promise<{ name: string; bytes: Buffer }[]> {
  const posts = [
    { media: [{ uri: 'media/posts/1/a.jpg', creation_timestamp: 1_500_000_000, title: asInstagram('Marché à Jos #market') }] },
    {
      title: 'Two of us',
      creation_timestamp: 1_400_000_000,
      media: ['b.jpg', 'c.jpg', 'd.mp4'].map((name) => ({ uri: `media/posts/1/${name}`, creation_timestamp: 1_400_000_000 })),
    },
  ];
  return [
    {
      name: 'instagram.zip',
      bytes: await zipOf({
        'your_instagram_activity/media/posts_1.json': JSON.stringify(posts),
        'media/posts/1/a.jpg': await photoFile(96, 64, 1),
        'media/posts/1/b.jpg': await photoFile(96, 64, 2),
        'media/posts/1/c.jpg': await photoFile(96, 64, 3),
        'media/posts/1/d.mp4': 'film',
      }),
    },
  ];
}

const postsOf = (member: TestMember) =>
  app.db.rows<{ id: string; title: string; audience: string; created_at: Date; taken_at: Date; images: number }>(
    `select p.id, p.title, p.audience, p.created_at, p.taken_at, (select count(*)::int from photo_images pi where pi.photo_id = p.id) as images
       from photos p where p.member_id = $1 and p.deleted_at is null order by p.id`,
    [member.id],
  );

test('an Instagram archive is read, previewed, chosen from and imported for the member alone, with its dates and without notice', async () => {
  const [member, follower] = [await premium(), await addTestMember(app)];
  await as(follower).call('POST', `/users/${member.id}/follow`);
  const id = await uploadImport(app, member, 'instagram', await instagram());
  expect(await readImport(app, member, id)).toMatchObject({
    state: 'choosing',
    counts: { found: 3, chosen: 2, done: 0, skipped: 1, previewed: 3 },
  });
  const items = await listItems(app, member, id);
  expect(items.map(({ title, images_count, state, problem }) => [title, images_count, state, problem?.reason])).toEqual([
    ['Two of us', 2, 'waiting', undefined],
    ['media/posts/1/d.mp4', 0, 'skipped', 'importVideo'],
    ['Marché à Jos', 1, 'waiting', undefined],
  ]);
  expect(items[0].preview).toMatch(/^data:image\/webp;base64,UklGR/);

  expect((await as(member).call('PUT', `/imports/${id}/items`, { positions: [0], alt: 'Two friends' })).status).toBe(200);
  expect((await as(member).call('POST', `/imports/${id}/start`, { license: 'CC-BY-4.0' })).json.data.state).toBe('importing');
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', counts: { done: 2, chosen: 2 }, problem: null });
  expect(await postsOf(member)).toMatchObject([
    { title: 'Two of us', audience: 'me', images: 2, taken_at: new Date(1_400_000_000_000) },
    { title: 'Marché à Jos', audience: 'me', images: 1, taken_at: new Date(1_500_000_000_000) },
  ]);
  const [first] = await postsOf(member);
  expect(first!.created_at.toISOString().slice(0, 10)).toBe('2014-05-13');
  expect((await app.db.rows('select from notifications where member_id = $1 and photo_id is not null', [follower.id])).length).toBe(0);
  expect((await as(member).call('GET', `/photos/${first!.id}`)).json.data).toMatchObject({
    taken_at: '2014-05-13T16:53:20.000Z',
    images: [{ alt: 'Two friends' }, { alt: '' }],
  });
  expect((await as(follower).call('GET', `/photos/${first!.id}`)).status).toBe(404);
  await expect(app.context.store.parts.read(id, '0-0', 0, 1)).rejects.toThrow('ENOENT');
});

test('imported posts are never new: not in the first page of the feed, not trending, and not announced', async () => {
  const member = await premium();
  const newest = await addTestPhoto(app, await addTestMember(app));
  const csv = `file,title,date\nx.jpg,Just now,${new Date().toISOString().slice(0, 10)}`;
  const id = await uploadImport(app, member, 'folder', [
    { name: 'f.zip', bytes: await zipOf({ 'photos.csv': csv, 'x.jpg': await photoFile() }) },
  ]);
  await as(member).call('POST', `/imports/${id}/start`, { audience: 'public' });
  await runJobs(app.context);
  const [post] = await postsOf(member);
  expect(Date.now() - post!.created_at.getTime()).toBeGreaterThan((limits.trendingDays - 1) * 24 * 60 * 60_000);
  expect(post!.taken_at.getTime()).toBeGreaterThan(Date.now() - 25 * 60 * 60_000);
  const trending = await as(member).call('GET', '/photos/trending');
  expect(trending.text).not.toContain(post!.id);
  const feed = await as(member).call('GET', '/photos?per_page=1');
  expect(feed.json.data).toMatchObject([{ id: newest.id }]);
});

test('Flickr photos come from several archives, keep their albums as series, and private ones are not chosen', async () => {
  const member = await premium();
  const photo = (id: string, more: object = {}) =>
    JSON.stringify({
      id,
      name: `Photo ${id}`,
      date_taken: '2012-01-01 10:00:00',
      privacy: 'public',
      albums: [{ title: 'Harmattan' }],
      ...more,
    });
  const id = await uploadImport(app, member, 'flickr', [
    {
      name: 'data.zip',
      bytes: await zipOf({ 'photo_1234567.json': photo('1234567'), 'photo_7654321.json': photo('7654321', { privacy: 'private' }) }),
    },
    { name: 'images.zip', bytes: await zipOf({ 'one_1234567_o.jpg': await photoFile(), 'two_7654321_o.jpg': await photoFile(96, 64, 2) }) },
  ]);
  expect(await readImport(app, member, id)).toMatchObject({
    counts: { found: 2, chosen: 1 },
    albums: [{ name: 'Harmattan', photos_count: 2 }],
  });
  await as(member).call('PUT', `/imports/${id}/items`, { is_chosen: true });
  await as(member).call('POST', `/imports/${id}/start`, { audience: 'public', albums: ['Harmattan', 'Unknown'] });
  await runJobs(app.context);
  const { json } = await as(member).call('GET', '/me/series');
  expect(json.data).toMatchObject([{ title: 'Harmattan', photos_count: 2 }]);

  const undone = await as(member).call('POST', `/imports/${id}/undo`);
  expect(undone.json.data.state).toBe('undoing');
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'undone' });
  expect(await postsOf(member)).toEqual([]);
  expect((await as(member).call('GET', '/me/series')).json.data).toEqual([]);
});

test('an interrupted upload continues at the offset that the server names, and each part counts once', async () => {
  const member = await addTestMember(app);
  const bytes = randomBytes(limits.importPartBytes + 10);
  const id = await addTestImport(app, member, 'instagram', [{ name: 'a.zip', bytes }]);
  const early = await sendPart(member, id, bytes, limits.importPartBytes);
  expect([early.status, early.json.data.files[0].received_bytes]).toEqual([409, 0]);
  const both = await Promise.all([sendPart(member, id, bytes, 0), sendPart(member, id, bytes, 0)]);
  expect(both.map(({ status }) => status)).toContain(200);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'receiving', files: [{ received_bytes: limits.importPartBytes }] });
  expect((await sendPart(member, id, bytes.subarray(0, limits.importPartBytes + 5), limits.importPartBytes)).status).toBe(422);
  expect((await sendPart(member, id, bytes, limits.importPartBytes)).json.data.state).toBe('reading');
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({
    state: 'failed',
    problem: { reason: 'importNotArchive', params: { name: 'a.zip' } },
  });
});

test('only one import is open at a time, and only its member reaches it', async () => {
  const [member, other] = [await addTestMember(app), await addTestMember(app)];
  const file = { name: 'a.zip', bytes: Buffer.alloc(10) };
  const id = await addTestImport(app, member, 'instagram', [file]);
  const second = await as(member).call('POST', '/imports', { source: 'flickr', files: [{ name: 'b.zip', bytes: 1 }] });
  expect([second.status, second.json.reason]).toEqual([409, 'importOpen']);
  for (const [method, path, json] of [
    ['GET', `/imports/${id}/items`],
    ['PUT', `/imports/${id}/items`, { is_chosen: true }],
    ['POST', `/imports/${id}/start`, {}],
    ['POST', `/imports/${id}/pause`],
    ['DELETE', `/imports/${id}/pause`],
    ['POST', `/imports/${id}/undo`],
    ['DELETE', `/imports/${id}`],
  ] as const) {
    const [theirs, missing] = [await as(other).call(method, path, json), await as(other).call(method, path.replace(id, newId()), json)];
    expect([theirs.status, theirs.json.reason]).toEqual([404, missing.json.reason]);
  }
  expect((await sendPart(other, id, file.bytes, 0)).status).toBe(404);
  expect((await as(other).call('GET', '/imports')).json.data).toEqual([]);
  expect((await as(member).call('POST', `/imports/${id}/pause`)).status).toBe(409);
  expect((await as(member).call('DELETE', `/imports/${id}`)).status).toBe(200);
  expect(await readImport(app, member, id)).toBeUndefined();
});

test('a member without a plan imports one image a post, for themselves or for those who see their posts, but not for followers', async () => {
  const member = await addTestMember(app);
  const id = await uploadImport(app, member, 'instagram', await instagram());
  expect(await readImport(app, member, id)).toMatchObject({ counts: { chosen: 3 } });
  expect((await as(member).call('POST', `/imports/${id}/start`, { audience: 'followers' })).json.code).toBe('upgrade_required');
  await as(member).call('POST', `/imports/${id}/start`, {});
  await runJobs(app.context);
  expect((await postsOf(member)).map(({ title, audience, images }) => [title, audience, images])).toEqual([
    ['Two of us', 'me', 1],
    ['Two of us', 'me', 1],
    ['Marché à Jos', 'me', 1],
  ]);
});

test('a paused import waits, a resumed one continues, and an ended one keeps its posts while another is open', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('POST', `/imports/${id}/start`, {});
  expect((await as(member).call('POST', `/imports/${id}/pause`)).json.data.state).toBe('paused');
  await runJobs(app.context);
  expect(await postsOf(member)).toEqual([]);
  await as(member).call('DELETE', `/imports/${id}/pause`);
  await runJobs(app.context);
  expect(await postsOf(member)).toHaveLength(2);
  expect((await as(member).call('DELETE', `/imports/${id}`)).status).toBe(409);
  await addTestImport(app, member, 'instagram', [{ name: 'b.zip', bytes: Buffer.alloc(1) }]);
  expect((await as(member).call('POST', `/imports/${id}/undo`)).json.reason).toBe('importInOtherState');
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done' });
});

test('a full quota pauses the import with the reason', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('POST', `/imports/${id}/start`, {});
  await app.db.run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values (gen_random_uuid(), $1, 'photo', 10, 10, '#000000', '\\x00', '{10}', ${limits.storageBytes})`,
    [member.id],
  );
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'paused', problem: { reason: 'quotaExceeded' } });
  expect((await as(member).call('DELETE', `/imports/${id}`)).status).toBe(200);
  const refused = await as(member).call('POST', '/imports', { source: 'flickr', files: [{ name: 'b.zip', bytes: 1 }] });
  expect(refused.json.code).toBe('quota_exceeded');
});

test('an import pauses while the disk has only room for the database, and continues afterwards', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('POST', `/imports/${id}/start`, {});
  const space = openStorageSpace('/somewhere', app.context.log, { measure: async () => ({ total: 100 * 1024 ** 3, free: 1024 ** 3 }) });
  await runJobs({ ...app.context, space });
  expect(await readImport(app, member, id)).toMatchObject({ state: 'paused', problem: { reason: 'storageFull' }, counts: { skipped: 1 } });
  await as(member).call('DELETE', `/imports/${id}/pause`);
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
});

test('two jobs that create the same post create it once', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('POST', `/imports/${id}/start`, {});
  const step = { context: app.context, signal: new AbortController().signal, attempt: 1 };
  await Promise.all([advanceImport({ import_id: id }, step), advanceImport({ import_id: id }, step)]);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', counts: { done: 2, skipped: 1 } });
  expect(await postsOf(member)).toHaveLength(2);
});

test('posts that the member’s earlier import made are found but not chosen', async () => {
  const [member, other] = [await premium(), await premium()];
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('PUT', `/imports/${id}/items`, { positions: [0], is_chosen: false });
  await as(member).call('POST', `/imports/${id}/start`, {});
  await runJobs(app.context);
  for (const [again, chosen] of [
    [member, [true, false, false]],
    [other, [true, false, true]],
  ] as const) {
    const second = await uploadImport(app, again, 'instagram', await instagram());
    expect((await listItems(app, again, second)).map(({ is_chosen }) => is_chosen)).toEqual(chosen);
  }
});

test('posts that need approval wait for it, and undoing withdraws them', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await app.db.run(`update photo_import_items set title = 'About kolanut' where import_id = $1 and position = 0`, [id]);
  await app.db.run(`update filters set version = version + 1, entries = '[{"text": "kolanut", "action": "review"}]'`);
  forgetFilters(app.db);
  await as(member).call('POST', `/imports/${id}/start`, {});
  await runJobs(app.context);
  const waiting = () => app.db.rows('select from pending_posts where member_id = $1 and decided_at is null', [member.id]);
  expect(await waiting()).toHaveLength(1);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
  await as(member).call('POST', `/imports/${id}/undo`);
  await runJobs(app.context);
  expect(await waiting()).toEqual([]);
  expect(await postsOf(member)).toEqual([]);
});

test('a post that breaks a rule is left out with the reason', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await app.db.run(`update photo_import_items set title = repeat('x', 300) where import_id = $1 and position = 0`, [id]);
  await as(member).call('POST', `/imports/${id}/start`, {});
  await runJobs(app.context);
  expect((await listItems(app, member, id, '&skipped=true')).map(({ problem }) => problem.reason)).toEqual(['textTooLong', 'importVideo']);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', counts: { done: 1, skipped: 2 } });
});

test('an import whose archives are gone ends with the reason', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await app.context.store.parts.remove(id);
  await as(member).call('POST', `/imports/${id}/start`, {});
  await runJobs(app.context);
  expect(await readImport(app, member, id)).toMatchObject({ state: 'done', problem: { reason: 'importExpired' }, counts: { done: 0 } });
});

test('an old import ends, its archives are deleted, and a finished one is forgotten after seven days', async () => {
  const member = await premium();
  const waiting = await uploadImport(app, member, 'instagram', await instagram());
  await app.db.run(`update photo_imports set created_at = now() - interval '8 days' where id = $1`, [waiting]);
  const sweep = () => app.db.run(`select graphile_worker.add_job('sweep_imports', payload => 'null'::json)`);
  await sweep();
  await runJobs(app.context);
  expect(await readImport(app, member, waiting)).toMatchObject({ state: 'failed', problem: { reason: 'importExpired' } });
  await expect(app.context.store.parts.read(waiting, '0-0', 0, 1)).rejects.toThrow('ENOENT');
  await app.db.run(`update photo_imports set finished_at = now() - interval '8 days' where id = $1`, [waiting]);
  await sweep();
  await runJobs(app.context);
  expect(await readImport(app, member, waiting)).toBeUndefined();
});

test('with imports switched off, no call exists and no job works', async () => {
  const member = await premium();
  const id = await uploadImport(app, member, 'instagram', await instagram());
  await as(member).call('POST', `/imports/${id}/start`, {});
  await app.db.run(`update site_settings set imports = 'off'`);
  app.context.site.forget();
  expect((await as(member).call('GET', '/imports')).status).toBe(404);
  expect((await as(member).call('GET', `/imports/${id}/items`)).status).toBe(404);
  expect((await sendPart(member, id, Buffer.alloc(1), 0)).status).toBe(404);
  await runJobs(app.context);
  expect(await postsOf(member)).toEqual([]);
  await app.db.run(`update site_settings set imports = null`);
  app.context.site.forget();
  expect(await readImport(app, member, id)).toMatchObject({ state: 'paused' });
});
