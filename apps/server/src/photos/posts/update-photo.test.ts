import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { newId } from '../../platform/ids.ts';
import { UnreadableImage } from '../../platform/images/images.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, listOrphanFiles, listStoredImages, setMember, setPhotoGone } from '../../testing/posts.ts';

describe('editing a post', () => {
  let app: TestApp;
  let owner: TestMember;
  let otherMember: TestMember;
  let jpeg: Buffer;
  beforeAll(async () => {
    app = await startTestApp();
    jpeg = await photoFile(40, 30);
  });
  beforeEach(async () => {
    [owner, otherMember] = await Promise.all([addTestMember(app, { plan_name: 'Premium' }), addTestMember(app)]);
  });
  afterAll(() => app.close());

  type Fields = Record<string, string | Buffer>;

  async function post(fields: Fields = {}, member = owner): Promise<{ id: string; images: string[] }> {
    const form = formOf({
      title: 'Uli wall',
      description: 'At noon',
      category: 'dance',
      'images[0]': jpeg,
      'alt[0]': 'A wall',
      ...fields,
    });
    const { json } = await app.call('POST', '/photos', { token: member.token, form });
    return { id: json.data.id, images: idsOf(json.data) };
  }
  const postThree = (): ReturnType<typeof post> =>
    post({ 'images[1]': jpeg, 'images[2]': jpeg, 'alt[0]': 'one', 'alt[1]': 'two', 'alt[2]': 'three' });

  const edit = (photo: { id: string }, fields: Fields, member: TestMember | null = owner, node = app): Promise<TestAnswer> =>
    node.call('POST', `/photos/${photo.id}/update`, { token: member?.token, form: formOf(fields) });
  const read = async (photo: { id: string }) => (await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data;

  const idsOf = (data: { images: { id: string }[] }): string[] => data.images.map(({ id }) => id);
  const altsOf = (data: { images: { alt: string }[] }): string[] => data.images.map(({ alt }) => alt);
  const statusOf = async (address: string): Promise<number> => (await fetch(app.url + address)).status;

  test('an owner edits the texts of a post, and missing fields stay unchanged', async () => {
    const photo = await post();
    const { status, json } = await edit(photo, { title: ' Uli walls ' });
    expect([status, json.message]).toEqual([200, 'Photo updated successfully']);
    expect(json.data).toMatchObject({
      title: 'Uli walls',
      description: 'At noon',
      category: 'Dance',
      images: [{ id: photo.images[0], alt: 'A wall' }],
    });
    expect((await edit(photo, { description: 'At dusk', category: 'Music' })).json.data).toMatchObject({
      title: 'Uli walls',
      description: 'At dusk',
      category: 'Music',
    });
    expect((await edit(photo, { description: '', category: '' })).json.data).toMatchObject({ description: null, category: null });
    const row = await app.db.row<{ later: boolean }>('select updated_at > created_at as later from photos where id = $1', [photo.id]);
    expect(row!.later).toBe(true);
  });

  test('edits follow the same text rules as new posts', async () => {
    const photo = await post();
    const before = await read(photo);
    for (const [fields, field] of [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(256) }, 'title'],
      [{ description: 'x'.repeat(1001) }, 'description'],
      [{ category: 'Astrology' }, 'category'],
      [{ 'alt[0]': 'x'.repeat(1001) }, 'alt.0'],
      [{ 'alt[1]': 'of no image' }, 'alt'],
    ] as const) {
      const { status, json } = await edit(photo, { description: 'must not be stored', ...fields });
      expect([status, Object.keys(json.errors)], field).toEqual([422, [field]]);
    }
    expect(await read(photo)).toEqual(before);
  });

  test('only the given alternative texts change', async () => {
    const photo = await postThree();
    const { json } = await edit(photo, { 'alt[2]': 'drei', 'alt[0]': '' });
    expect([idsOf(json.data), altsOf(json.data)]).toEqual([photo.images, ['', 'two', 'drei']]);
  });

  test('new images replace the old ones, and the old addresses stop working immediately', async () => {
    const photo = await post();
    const [address] = (await read(photo)).images.map((image: { image_path: string }) => image.image_path);
    expect(await statusOf(address)).toBe(200);
    const { json } = await edit(photo, { 'images[0]': await photoFile(50, 30), 'images[1]': await photoFile(60, 30), 'alt[1]': 'New' });
    expect(json.data.images.map(({ width, alt }: { width: number; alt: string }) => [width, alt])).toEqual([
      [50, ''],
      [60, 'New'],
    ]);
    expect(await statusOf(address)).toBe(404);
    for (const { image_path } of json.data.images) expect(await statusOf(image_path)).toBe(200);
    const row = await app.db.row<{ gone: boolean }>('select deleted_at is not null as gone from images where id = $1', [photo.images[0]]);
    expect(row!.gone).toBe(true);
  });

  test('an edit keeps, moves and adds images by number, and kept images keep their texts', async () => {
    const { id, images } = await postThree();
    const [item, two, three] = images as [string, string, string];
    const { json } = await edit({ id }, { 'keep[0]': three, 'images[1]': await photoFile(77, 33), 'keep[2]': item, 'alt[1]': 'new' });
    expect(idsOf(json.data)[0]).toBe(three);
    expect(idsOf(json.data)[2]).toBe(item);
    expect(json.data.images[1].width).toBe(77);
    expect(altsOf(json.data)).toEqual(['three', 'new', 'one']);
    expect(await listStoredImages(app, [two])).toEqual([]);
    const secondResponse = await edit({ id }, { 'keep[0]': item });
    expect([idsOf(secondResponse.json.data), altsOf(secondResponse.json.data)]).toEqual([[item], ['one']]);
  });

  test('images added by an edit get AVIF files later', async () => {
    const photo = await post();
    await edit(photo, { 'images[0]': jpeg });
    const [image] = idsOf(await read(photo));
    const { rows } = await app.db.pool.query(
      `select payload from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`,
      [image],
    );
    expect(rows).toHaveLength(1);
  });

  test('ambiguous positions are rejected without any change', async () => {
    const photo = await postThree();
    const [item, two] = photo.images as [string, string, string];
    const stranger = await post({}, otherMember);
    const before = await read(photo);
    const doubtful: Fields[] = [
      { 'keep[0]': item, 'keep[2]': two },
      { 'images[1]': jpeg },
      { 'images[0]': jpeg, 'images[2]': jpeg },
      { 'keep[0]': item, 'keep[1]': item },
      { 'keep[0]': item, 'keep[00]': two },
      { 'keep': item, 'keep[0]': two },
      { 'keep[x]': item, 'images[0]': jpeg },
      { 'keep[1000000]': item, 'images[0]': jpeg },
      { 'keep[0]': item, 'images[0]': jpeg },
      { 'keep[0]': item, 'images[]': jpeg },
      { 'keep[0]': stranger.images[0]! },
      { 'keep[0]': newId() },
      { 'keep[0]': '' },
      { 'keep[0]': item.toUpperCase() },
      { keep: item },
      { 'keep[]': item },
      { 'keep[3]': item },
      { 'keep[0]': item, 'alt[1]': 'of no image' },
      { 'images[0]': jpeg, 'alt[2]': 'of no image' },
    ];
    for (const fields of doubtful) {
      const { status, json } = await edit(photo, { title: 'must not be stored', ...fields });
      expect([status, json.code, Object.keys(json.errors).length], JSON.stringify(Object.keys(fields))).toEqual([422, 'validation', 1]);
    }
    expect(await read(photo)).toEqual(before);
    expect(await listOrphanFiles(app)).toEqual([]);
  });

  test('the plan limits added images, not existing ones', async () => {
    const photo = await postThree();
    const [item, two, three] = photo.images as [string, string, string];
    const four = await edit(photo, { 'keep[0]': item, 'keep[1]': two, 'keep[2]': three, 'images[3]': jpeg });
    expect([four.status, four.json.message]).toEqual([422, sentences.tooManyImages]);
    expect((await edit(photo, Object.fromEntries([0, 1, 2, 3].map((n) => [`images[${n}]`, jpeg])))).status).toBe(422);

    await setMember(app, owner, { plan_ends_at: new Date(0) });
    for (const fields of [
      { 'images[0]': jpeg, 'images[1]': jpeg },
      { 'keep[0]': item, 'images[1]': jpeg },
    ] as Fields[]) {
      const { status, json } = await edit(photo, fields);
      expect([status, json.code, json.message]).toEqual([403, 'upgrade_required', sentences.upgradeForImages]);
    }
    expect(idsOf(await read(photo))).toEqual(photo.images);
    expect((await edit(photo, { title: 'Still mine' })).json.data.images).toHaveLength(3);
    expect(idsOf((await edit(photo, { 'keep[0]': three, 'keep[1]': item })).json.data)).toEqual([three, item]);
    expect((await edit(photo, { 'images[0]': jpeg })).json.data.images).toHaveLength(1);
  });

  test('only the owner can edit a post, and members from whom it is hidden get 404', async () => {
    const photo = await post();
    expect((await edit(photo, { title: 'Mine now' }, null)).status).toBe(401);
    const admin = await addTestMember(app, { role: 'admin' });
    for (const member of [otherMember, admin]) {
      const { status, json } = await edit(photo, { title: 'Mine now' }, member);
      expect([status, json.code]).toEqual([403, 'not_owner']);
    }
    await setMember(app, owner, { post_visibility: 'followers' });
    for (const [photoId, member] of [
      [photo.id, otherMember],
      [newId(), owner],
      ['nothing', owner],
    ] as const) {
      const { status, json } = await edit({ id: photoId }, { title: 'Mine now' }, member);
      expect([status, json.message]).toEqual([404, 'Photo not found']);
    }
    expect((await read(photo)).title).toBe('Uli wall');
    await setPhotoGone(app, photo, 'deleted_at');
    expect((await edit(photo, { title: 'Back again' })).status).toBe(404);
  });

  test('a paid member chooses who sees a post, and returns it to the setting', async () => {
    const photo = await post({ audience: 'me' });
    const seen = async (): Promise<number> => (await app.call('GET', `/photos/${photo.id}`, { token: otherMember.token })).status;
    expect([(await read(photo)).audience, await seen()]).toEqual(['me', 404]);
    expect([(await edit(photo, { title: 'Uli' })).json.data.audience, await seen()]).toEqual(['me', 404]);
    expect([(await edit(photo, { audience: 'public' })).json.data.audience, await seen()]).toEqual(['public', 200]);
    await setMember(app, owner, { post_visibility: 'followers' });
    expect(await seen()).toBe(200);
    expect([(await edit(photo, { audience: '' })).json.data.audience, await seen()]).toEqual([null, 404]);
    expect((await edit(photo, { audience: 'friends' })).json.errors.audience).toEqual([
      'A post is for everyone, for followers or only for you.',
    ]);
  });

  test('others cannot change who sees a post', async () => {
    const photo = await post({ audience: 'followers' });
    await insertFollow(app.db, otherMember.id, owner.id);
    await setMember(app, otherMember, { plan_name: 'Premium' });
    expect((await edit(photo, { audience: 'public' }, otherMember)).status).toBe(403);
    expect((await read(photo)).audience).toBe('followers');
  });

  test('without a plan, a post can be opened to more members but not to fewer', async () => {
    const photo = await post({ audience: 'me' });
    await setMember(app, owner, { plan_ends_at: new Date(0) });
    expect((await read(photo)).audience).toBe('me');
    expect((await edit(photo, { audience: 'me', title: 'Still mine' })).status).toBe(200);
    for (const [audience, allowed] of [
      ['followers', true],
      ['me', false],
      ['public', true],
      ['followers', false],
      ['', true],
      ['followers', false],
    ] as const) {
      const { status, json } = await edit(photo, { audience });
      expect([audience, status]).toEqual([audience, allowed ? 200 : 403]);
      if (!allowed) expect([json.code, json.errors]).toEqual(['upgrade_required', { audience: [sentences.upgradeForPostVisibility] }]);
    }
  });

  test('a restriction removes notifications about the post from others, and an opening returns them', async () => {
    const photo = await post();
    const comment = async (member: TestMember, content: string) =>
      app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content } });
    const { json } = await comment(otherMember, 'Fine');
    await app.call('POST', `/photos/${photo.id}/comments`, { token: owner.token, json: { content: 'Thank you', reply_to: json.data.id } });
    const count = async (): Promise<number> =>
      (await app.call('GET', '/forum/notifications', { token: otherMember.token })).json.data.notifications.length;
    expect(await count()).toBe(1);
    await edit(photo, { audience: 'me' });
    expect(await count()).toBe(0);
    expect((await comment(otherMember, 'Again')).status).toBe(404);
    await edit(photo, { audience: '' });
    expect(await count()).toBe(1);
  });

  test('an edit appears in the feed immediately', async () => {
    const photo = await post();
    const inFeed = async () =>
      (await app.call('GET', '/photos', { token: otherMember.token })).json.data.find(({ id }: { id: string }) => id === photo.id);
    expect((await inFeed()).title).toBe('Uli wall');
    await edit(photo, { title: 'Uli walls' });
    expect((await inFeed()).title).toBe('Uli walls');
    await edit(photo, { 'alt[0]': 'A painted wall' });
    expect(altsOf(await inFeed())).toEqual(['A painted wall']);
    const { json } = await edit(photo, { 'images[0]': jpeg });
    expect(idsOf(await inFeed())).toEqual(idsOf(json.data));
  });

  test('members can edit posts thirty times in half an hour, and further edits get 429', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.1' }, {}, { beside: app });
    const photo = await post();
    const statuses: number[] = [];
    for (const fields of [{ title: 'Words' }, { 'keep[0]': newId() }, { title: 'More words' }, { title: 'Too many' }] as Fields[])
      statuses.push((await edit(photo, fields, owner, strict)).status);
    expect(statuses).toEqual([200, 422, 200, 429]);
    expect((await read(photo)).title).toBe('More words');
    await strict.close();
  });

  test('an edit with images also counts as an upload', { tags: ['world'] }, async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.1' }, {}, { beside: app });
    const photo = await post();
    const upload = () => strict.call('POST', '/photos', { token: owner.token, form: formOf({ 'title': 'Uli', 'images[0]': jpeg }) });
    const statuses: number[] = [];
    for (let turn = 0; turn < 2; turn += 1) statuses.push((await edit(photo, { 'images[0]': jpeg }, owner, strict)).status);
    for (let turn = 0; turn < 2; turn += 1) statuses.push((await upload()).status);
    expect(statuses).toEqual([200, 200, 201, 429]);
    await strict.close();
  });
});

describe('concurrent edits', { tags: ['world'] }, () => {
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
});
