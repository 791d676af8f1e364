import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as sentences from '@mbari/words/sentences';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { cameraPhoto, canary, photoFile } from '../../testing/image-files.ts';
import { startPremoderation } from '../../testing/moderation.ts';

describe('camera data', () => {
  let app: TestApp;
  let owner: TestMember;
  let reader: TestMember;
  let fromCamera: Buffer;
  let plain: Buffer;
  beforeAll(async () => {
    app = await startTestApp();
    [owner, reader] = await Promise.all([addTestMember(app, { plan_name: 'Premium' }), addTestMember(app)]);
    fromCamera = await cameraPhoto();
    // The file that a browser sends after resizing a photo.
    plain = await sharp(fromCamera).jpeg().toBuffer();
  });
  afterAll(() => app.close());

  const taken = { camera: 'FUJIFILM X-T4', lens: 'XF23mmF2 R WR', focal_length: 23, aperture: 8, exposure_time: 0.004, iso: 160 };

  type Fields = Record<string, string | Buffer>;
  const post = (fields: Fields, member = owner): Promise<TestAnswer> =>
    app.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Djenné', 'images[0]': fromCamera, ...fields }) });
  const edit = (id: string, fields: Fields, member = owner): Promise<TestAnswer> =>
    app.call('POST', `/photos/${id}/update`, { token: member.token, form: formOf(fields) });
  const read = async (id: string) => (await app.call('GET', `/photos/${id}`, { token: reader.token })).json.data;
  const camerasOf = (photo: { images: { camera?: object }[] }) => photo.images.map(({ camera }) => camera ?? null);
  const rowsOf = async (id: string) =>
    (await app.db.rows<{ camera: object | null }>('select camera from photo_images where photo_id = $1 order by position', [id])).map(
      ({ camera }) => camera,
    );

  async function everythingKept(): Promise<Buffer> {
    const tables = await app.db.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const rows = await Promise.all(
      tables.map(async ({ name }) => JSON.stringify((await app.db.pool.query(`select t::text as row from "${name}" t`)).rows)),
    );
    const folder = path.join(app.context.config.dataFolder);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(webp|jpeg|avif)$/.test(entry.name),
    );
    return Buffer.concat([
      Buffer.from(rows.join()),
      ...(await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name))))),
    ]);
  }

  test('camera data is not stored unless the owner shows it', async () => {
    const ways: Fields[] = [{}, { show_camera: 'false' }, { 'camera[0]': JSON.stringify(taken) }];
    for (const fields of ways) {
      const { json } = await post(fields);
      expect([camerasOf(json.data), await rowsOf(json.data.id)]).toEqual([[null], [null]]);
    }
  });

  test('shown camera data comes from the file, and the GPS position is stored nowhere', async () => {
    const { status, json, text } = await post({ show_camera: 'true' });
    expect([status, camerasOf(json.data)]).toEqual([201, [taken]]);
    expect(camerasOf(await read(json.data.id))).toEqual([taken]);
    const feed = await app.call('GET', '/photos?page=1', { token: reader.token });
    expect(camerasOf(feed.json.data.find(({ id }: { id: string }) => id === json.data.id))).toEqual([taken]);
    const bytes = await everythingKept();
    expect(bytes.includes('FUJIFILM')).toBe(true);
    for (const word of [canary, 'GPS', '29/1', 'latitude', 'Latitude']) {
      expect(bytes.includes(word)).toBe(false);
      expect(text).not.toContain(word);
    }
  });

  test('camera data sent by the client is stored only for files without camera data', async () => {
    const body = { camera: 'Canon R6', focal_length: 50.5, iso: 400, latitude: 5.49, gps: { lon: 7 } };
    const { json } = await post({
      'images[0]': plain,
      'images[1]': fromCamera,
      'camera[0]': JSON.stringify(body),
      'camera[1]': JSON.stringify(body),
      'show_camera': 'true',
    });
    expect(camerasOf(json.data)).toEqual([{ camera: 'Canon R6', focal_length: 50.5, iso: 400 }, taken]);
    expect(await rowsOf(json.data.id)).toEqual(camerasOf(json.data));
  });

  test('empty camera data is not stored', async () => {
    const { json } = await post({ 'images[0]': plain, 'camera[0]': '{}', 'show_camera': 'true' });
    expect(await rowsOf(json.data.id)).toEqual([null]);
  });

  test.each([
    ['no JSON', 'f/8', ['camera.0']],
    ['a list', '[]', ['camera.0']],
    ['a negative ISO', '{"iso":-1}', ['camera.0.iso']],
    ['half an ISO', '{"iso":100.5}', ['camera.0.iso']],
    ['an endless exposure', '{"exposure_time":1e999}', ['camera.0.exposure_time']],
    ['a number for a name', '{"camera":7}', ['camera.0.camera']],
    ['a name of many lines', '{"lens":"a\\nb"}', ['camera.0.lens']],
    ['a name that turns what follows', '{"lens":"a\\u202eb"}', ['camera.0.lens']],
    ['a name without end', JSON.stringify({ camera: 'x'.repeat(81) }), ['camera.0.camera']],
    ['more text than it takes', JSON.stringify({ camera: 'x'.repeat(1_000) }), ['camera.0']],
  ])('%s is refused as camera data, and nothing is posted', async (_, camera, named) => {
    const before = await app.db.row('select count(*)::int as posts from photos');
    const { status, json } = await post({ 'camera[0]': camera, 'show_camera': 'true' });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', named]);
    expect(await app.db.row('select count(*)::int as posts from photos')).toEqual(before);
  });

  test('hiding camera data deletes it, and showing it applies to new images only', async () => {
    const { json } = await post({ 'images[1]': fromCamera, 'show_camera': 'true' });
    const { id, images } = json.data;
    const [first] = images.map((image: { id: string }) => image.id);
    expect(camerasOf((await edit(id, { title: 'Djenné again' })).json.data)).toEqual([taken, taken]);
    expect((await edit(id, { show_camera: 'false' }, reader)).status).toBe(403);
    expect(await rowsOf(id)).toEqual([taken, taken]);
    expect(camerasOf((await edit(id, { show_camera: 'false' })).json.data)).toEqual([null, null]);
    expect(await rowsOf(id)).toEqual([null, null]);
    const response = await edit(id, {
      'keep[0]': first,
      'images[1]': fromCamera,
      'camera[0]': JSON.stringify(taken),
      'show_camera': 'true',
    });
    expect(camerasOf(response.json.data)).toEqual([null, taken]);
    const moved = await edit(id, { 'keep[1]': first, 'keep[0]': response.json.data.images[1].id, 'images[2]': fromCamera });
    expect(camerasOf(moved.json.data)).toEqual([taken, null, null]);
  });

  test('an owner can set and clear the licence of a post', async () => {
    expect((await post({})).json.data.license).toBeNull();
    expect((await post({ license: '' })).json.data.license).toBeNull();
    const { json } = await post({ license: 'CC-BY-NC-4.0' });
    expect([json.data.license, (await read(json.data.id)).license]).toEqual(['CC-BY-NC-4.0', 'CC-BY-NC-4.0']);
    expect((await edit(json.data.id, { title: 'Again' })).json.data.license).toBe('CC-BY-NC-4.0');
    expect((await edit(json.data.id, { license: 'CC0-1.0' })).json.data.license).toBe('CC0-1.0');
    expect((await edit(json.data.id, { license: '' }, reader)).status).toBe(403);
    expect((await edit(json.data.id, { license: '' })).json.data.license).toBeNull();
  });

  test.each(['MIT', 'cc-by-4.0', ' '])('the licence “%s” is rejected', async (license) => {
    const { status, json } = await post({ license });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['license']]);
  });

  test('show_camera accepts only true or false', async () => {
    expect((await post({ show_camera: 'yes' })).status).toBe(422);
  });

  test('a hostile camera name is truncated and sanitised', async () => {
    const file = await cameraPhoto(96, 64, { Make: '<b>', Model: `<b> \t ${'x'.repeat(300)}` });
    const { json } = await post({ 'images[0]': file, 'show_camera': 'true' });
    const [{ camera }] = camerasOf(json.data) as [{ camera: string }];
    expect(camera).toBe(`<b> ${'x'.repeat(76)}`);
  });

  test('partial camera data is shown as it is', async () => {
    const { json } = await post({ 'images[0]': await photoFile(), 'show_camera': 'true' });
    expect(camerasOf(json.data)).toEqual([{ camera: canary }]);
  });
});

describe('an earlier version of the photo', () => {
  let app: TestApp;
  let free: TestMember;
  let paid: TestMember;
  let jpeg: Buffer;
  beforeAll(async () => {
    app = await startTestApp();
    [free, paid] = await Promise.all([addTestMember(app), addTestMember(app, { plan_name: 'Premium' })]);
    jpeg = await photoFile(80, 60);
  });
  afterAll(() => app.close());

  type Fields = Record<string, string | Buffer>;
  const post = (fields: Fields, { token }: { token?: string | undefined } = free): Promise<TestAnswer> =>
    app.call('POST', '/photos', { token, form: formOf({ 'title': 'The bridge', 'images[0]': jpeg, ...fields }) });
  const edit = (id: string, fields: Fields, { token } = free): Promise<TestAnswer> =>
    app.call('POST', `/photos/${id}/update`, { token, form: formOf(fields) });
  const read = (id: string, { token } = paid): Promise<TestAnswer> => app.call('GET', `/photos/${id}`, { token });
  const stateOf = ({ status, json }: TestAnswer): unknown[] => [status, json.data?.is_comparison, json.data?.images.length];
  const comparison = (): Fields => ({ 'alt[1]': 'The old bridge', 'images[1]': jpeg, 'is_comparison': 'true' });

  test('a free member posts a photo with an earlier version, which others see in the post and in lists', async () => {
    const posted = await post(comparison());
    expect(stateOf(posted)).toEqual([201, true, 2]);
    const { id, images } = posted.json.data;
    expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(['', 'The old bridge']);
    const listed = (await app.call('GET', '/photos', { token: paid.token })).json.data;
    const seen = [(await read(id)).json.data, listed.find((one: { id: string }) => one.id === id)];
    for (const photo of seen) expect([photo.is_comparison, photo.images[1].alt]).toEqual([true, 'The old bridge']);
  });

  test('a comparison needs exactly two images', async () => {
    const answers = [await post({ is_comparison: 'true' }), await post({ ...comparison(), 'images[2]': jpeg }, paid)];
    const { id } = (await post({})).json.data;
    answers.push(await edit(id, { is_comparison: 'true' }));
    for (const { status, json } of answers)
      expect([status, json.error_reasons?.is_comparison?.[0].reason]).toEqual([422, 'comparisonNeedsTwo']);
    expect((await post({ ...comparison(), 'images[2]': jpeg })).status).toBe(403);
    expect((await post({ ...comparison(), is_comparison: 'yes' })).status).toBe(422);
    expect(stateOf(await read(id))).toEqual([200, false, 1]);
  });

  test('an author adds an earlier version to a post, replaces it and removes it again', async () => {
    const { id, images } = (await post({})).json.data;
    const added = await edit(id, { 'keep[0]': images[0].id, ...comparison() });
    expect(stateOf(added)).toEqual([200, true, 2]);
    expect((await edit(id, { 'keep[0]': images[0].id, ...comparison() }, paid)).status).toBe(403);
    const [, earlier] = added.json.data.images;
    expect(stateOf(await edit(id, { 'keep[0]': images[0].id, ...comparison() }))).toEqual([200, true, 2]);
    expect((await fetch(app.url + earlier.image_path)).status).toBe(404);
    expect(stateOf(await edit(id, { 'keep[0]': images[0].id }))).toEqual([200, false, 1]);
  });

  test('a comparison is no way around the number of images in a plan', async () => {
    const { id, images } = (await post(comparison())).json.data;
    const keep = { 'keep[0]': images[1].id, 'keep[1]': images[0].id };
    const ways: Fields[] = [
      { is_comparison: 'false' },
      { ...keep, is_comparison: 'false' },
      { 'keep[0]': images[0].id, 'images[1]': jpeg },
    ];
    for (const fields of ways) {
      const { status, json } = await edit(id, fields);
      expect([status, json.message]).toEqual([403, sentences.upgradeForImages]);
    }
    expect(stateOf(await edit(id, keep))).toEqual([200, true, 2]);
    const { id: other } = (await post(comparison(), paid)).json.data;
    expect(stateOf(await edit(other, { is_comparison: 'false' }, paid))).toEqual([200, false, 2]);
    expect(stateOf(await edit(other, { is_comparison: 'true' }, paid))).toEqual([200, true, 2]);
  });

  test('a content warning blurs both versions', async () => {
    const { id } = (await post({ ...comparison(), warning: 'death' })).json.data;
    const { images } = (await read(id)).json.data;
    for (const { image_path, alt } of images) expect([image_path.includes('/blur.png'), alt]).toEqual([true, '']);
  });

  test('the evidence of a report has both versions', async () => {
    const moderator = await addTestMember(app, { role: 'moderator' });
    const { id } = (await post(comparison())).json.data;
    const reported = await app.call('POST', '/reports', {
      token: paid.token,
      json: { subject_type: 'photo', subject_id: id, reason: 'spam' },
    });
    expect(reported.status).toBe(201);
    await app.call('DELETE', `/photos/${id}`, { token: free.token });
    const [report] = (await app.call('GET', '/moderation/reports', { token: moderator.token })).json.data;
    const { json } = await app.call('GET', `/moderation/reports/${report.id}`, { token: moderator.token });
    const images = json.data.evidence.flatMap((one: { images: { alt: string }[] }) => one.images);
    expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(['', 'The old bridge']);
  });
});

const { app, admin, setFilters, owner, queue } = await startPremoderation();
let reader: TestMember;
let jpeg: Buffer;
beforeAll(async () => {
  reader = await addTestMember(app);
  jpeg = await photoFile(40, 30);
});
afterAll(() => app.close());

const post = (fields: Record<string, string>, member = owner): Promise<TestAnswer> =>
  app.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Uli wall', ...fields, 'images[0]': jpeg }) });
const edit = (id: string, fields: Record<string, string>): Promise<TestAnswer> =>
  app.call('POST', `/photos/${id}/update`, { token: owner.token, form: formOf(fields) });
const search = async (words: string): Promise<string[]> =>
  (await app.call('GET', `/photos?search=${encodeURIComponent(words)}`, { token: reader.token })).json.data.map(
    ({ id }: { id: string }) => id,
  );

test('a location is stored trimmed, can be changed and cleared, and is kept by other edits', async () => {
  const { status, json } = await post({ location_name: '  Nsukka, Enugu  ' });
  expect([status, json.data.location_name]).toEqual([201, 'Nsukka, Enugu']);
  const { id } = json.data;
  expect((await app.call('GET', `/photos/${id}`, { token: reader.token })).json.data.location_name).toBe('Nsukka, Enugu');
  expect((await edit(id, { title: 'Uli walls' })).json.data.location_name).toBe('Nsukka, Enugu');
  expect((await edit(id, { location_name: 'Nri' })).json.data).toMatchObject({ title: 'Uli walls', location_name: 'Nri' });
  expect((await edit(id, { location_name: '' })).json.data.location_name).toBeNull();
  expect((await post({})).json.data.location_name).toBeNull();
});

test.each([
  ['longer than 100 characters', 'x'.repeat(101)],
  ['of two lines', 'Nsukka\nEnugu'],
  ['with a NUL', 'Nsukka\0'],
])('a location %s is refused, and nothing is posted or changed', async (_, location_name) => {
  const before = (await post({ location_name: 'Nri' })).json.data;
  const answers = [await post({ location_name }), await edit(before.id, { title: 'Changed', location_name })];
  expect(answers.map(({ status, json }) => [status, Object.keys(json.errors)])).toEqual([
    [422, ['location_name']],
    [422, ['location_name']],
  ]);
  expect((await app.call('GET', `/photos/${before.id}`, { token: owner.token })).json.data).toMatchObject({
    title: 'Uli wall',
    location_name: 'Nri',
  });
});

test('search finds a photo by its current location only', async () => {
  const { id } = (await post({ location_name: 'Òṣogbo Grove' })).json.data;
  expect(await search('osogbo')).toEqual([id]);
  await edit(id, { location_name: 'Ilé-Ifẹ̀' });
  expect([await search('osogbo'), await search('ife')]).toEqual([[], [id]]);
});

test('a place lists the photos taken there, newest first, whatever the case and diacritics', async () => {
  const listed = async (place: string): Promise<string[]> =>
    (await app.call('GET', `/photos?place=${encodeURIComponent(place)}`, { token: reader.token })).json.data.map(
      ({ id }: { id: string }) => id,
    );
  const [first, second] = [await post({ location_name: 'Ìbàdàn, Oyo' }), await post({ location_name: 'IBADAN Oyo' })];
  await post({ location_name: 'Ibadan' });
  await edit((await post({ location_name: 'Ibadan, Oyo' })).json.data.id, { location_name: '' });
  expect(await listed('ibadan oyo')).toEqual([second.json.data.id, first.json.data.id]);
  expect([await listed('Oyo'), await listed('—'), await listed('x'.repeat(100))]).toEqual([[], [], []]);
});

test('the composer offers the member’s own places, last used first, each once and as last written', async () => {
  const member = await addTestMember(app);
  for (const location_name of ['Ilorin', 'Offa', 'ÌLỌRIN', '—', '']) await post({ location_name }, member);
  const places = await app.call('GET', '/photos/places', { token: member.token });
  expect(places.json.data).toEqual(['ÌLỌRIN', 'Offa']);
  expect((await app.call('GET', '/photos/places', { token: reader.token })).json.data).toEqual([]);
  expect((await app.call('GET', '/photos/places', {})).status).toBe(401);
});

test('the word filters check the location', async () => {
  await setFilters({ entries: [{ text: 'Kpokiri', action: 'refuse' }] });
  const { id } = (await post({})).json.data;
  for (const { status, json } of [await post({ location_name: 'A kpokiri' }), await edit(id, { location_name: 'A kpokiri' })])
    expect([status, json.error_reasons?.location_name?.[0].reason]).toEqual([422, 'wordNotTaken']);
});

test('organisers see the location of reported and pending photos', async () => {
  const { id } = (await post({ location_name: 'Nri' })).json.data;
  await app.call('POST', '/reports', { token: reader.token, json: { subject_type: 'photo', subject_id: id, reason: 'spam' } });
  const [report] = (await app.call('GET', '/moderation/reports', { token: admin.token })).json.data;
  const { evidence } = (await app.call('GET', `/moderation/reports/${report.id}`, { token: admin.token })).json.data;
  expect(evidence).toMatchObject([{ details: ['Nri'] }]);

  await setFilters({ review_first: 1 });
  expect((await post({ description: 'A wall', location_name: 'Awka' }, await addTestMember(app))).status).toBe(202);
  expect((await queue()).data).toMatchObject([{ kind: 'photo', body: 'A wall\n\nAwka' }]);
});
