import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newSecretId } from '../../platform/ids.ts';
import { mediaUrl } from '../../platform/images/urls.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { insertFollow } from '../follows/queries.ts';

describe('customising a profile', () => {
  let app: TestApp;
  let image: Buffer;
  beforeAll(async () => {
    app = await startTestApp();
    image = await photoFile(1500, 500);
  });
  afterAll(() => app.close());

  const paid = { plan_name: 'Premium' };
  const ended = { plan_ends_at: new Date(Date.now() - 1000) };

  const customise = ({ token }: TestMember, json: unknown): Promise<TestAnswer> => app.call('POST', '/me/customisation', { token, json });
  const sendForm = ({ token }: TestMember, fields: Record<string, string | Buffer>): Promise<TestAnswer> =>
    app.call('POST', '/me/customisation', { token, form: formOf(fields) });
  const readStored = async ({ id }: { id: string }) => {
    const { accent, cover_image_id: cover } = (await app.db.pool.query('select accent, cover_image_id from members where id = $1', [id]))
      .rows[0];
    const pins = (await app.db.pool.query('select photo_id from pinned_photos where member_id = $1 order by position', [id])).rows;
    return { accent, cover, pins: pins.map(({ photo_id }) => photo_id as string) };
  };
  const pinnedIn = ({ json }: TestAnswer): string[] => json.data.pinned.map(({ id }: { id: string }) => id);
  const isThere = async (imageId: string): Promise<boolean> =>
    (await app.db.pool.query('select from images where id = $1 and deleted_at is null', [imageId])).rowCount === 1;

  test('a paid member sets accent, pinned posts and cover separately', async () => {
    const member = await addTestMember(app, paid);
    const posts = [await addTestPhoto(app, member), await addTestPhoto(app, member)];
    const ids = posts.map(({ id }) => id);
    const first = await customise(member, { accent: 'ochre' });
    expect([first.status, first.json.message, first.json.data]).toEqual([
      200,
      sentences.profileUpdated,
      { cover: null, accent: 'ochre', pinned: [] },
    ]);
    expect(pinnedIn(await customise(member, { pinned: ids }))).toEqual(ids);
    const { json } = await sendForm(member, { cover: image });
    expect(json.data).toMatchObject({ accent: 'ochre', pinned: [{ id: ids[0] }, { id: ids[1] }], cover: { width: 1500, height: 500 } });
    expect(json.data.cover.srcset.webp.match(/ \d+w/g)).toEqual([' 640w', ' 1280w', ' 1500w']);
    expect((await app.call('GET', `/users/${member.username}`)).json.data.customisation).toMatchObject({
      accent: 'ochre',
      cover: { id: json.data.cover.id },
    });
    expect((await customise(member, {})).json.data).toEqual(json.data);
  });

  test('one form sets everything, and another removes it', async () => {
    const member = await addTestMember(app, paid);
    const { id } = await addTestPhoto(app, member);
    const { json } = await sendForm(member, { cover: image, accent: 'leaf', 'pinned[0]': id });
    expect(json.data).toMatchObject({ accent: 'leaf', pinned: [{ id }] });
    const cover = json.data.cover.id as string;
    expect((await sendForm(member, { remove_cover: 'true', accent: '', pinned: '' })).json.data).toEqual({
      cover: null,
      accent: null,
      pinned: [],
    });
    expect(await readStored(member)).toEqual({ accent: null, cover: null, pins: [] });
    expect(await isThere(cover)).toBe(false);
  });

  test('a new cover replaces and deletes the previous one', async () => {
    const member = await addTestMember(app, paid);
    const coverBefore = (await sendForm(member, { cover: image })).json.data.cover.id as string;
    const { json } = await sendForm(member, { cover: image, remove_cover: 'true' });
    expect([await isThere(coverBefore), await isThere(json.data.cover.id)]).toEqual([false, true]);
    expect((await fetch(`${app.url}/media/${coverBefore}/640.webp`)).status).toBe(404);
  });

  test('the sent pins replace all previous ones, in order', async () => {
    const member = await addTestMember(app, paid);
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(async () => (await addTestPhoto(app, member)).id));
    for (const pinned of [[a, b, c], [c, a, b], [d, c], []]) expect(pinnedIn(await customise(member, { pinned }))).toEqual(pinned);
    const { status, json } = await customise(member, { pinned: [a, b, c, d] });
    expect([status, json.errors]).toEqual([422, { pinned: ['You can pin up to 3 posts.'] }]);
    expect((await customise(member, { pinned: [a, a] })).json.errors).toEqual({ pinned: ['A post can be pinned once.'] });
  });

  test('only the member’s own existing posts can be pinned', async () => {
    const [member, otherMember] = [await addTestMember(app, paid), await addTestMember(app, paid)];
    const [ownPost, otherPost, deleted, removed] = await Promise.all(
      [member, otherMember, member, member].map((by) => addTestPhoto(app, by)),
    );
    await setPhotoGone(app, deleted!, 'deleted_at');
    await setPhotoGone(app, removed!, 'removed_at');
    await customise(member, { pinned: [ownPost!.id] });
    for (const id of [otherPost!.id, deleted!.id, removed!.id, 'x', '', member.id]) {
      const { status, json } = await customise(member, { pinned: [ownPost!.id, id], accent: 'soot' });
      expect([status, json.errors]).toEqual([422, { pinned: ['Choose from your own posts.'] }]);
    }
    expect(await readStored(member)).toEqual({ accent: null, cover: null, pins: [ownPost!.id] });
  });

  test('a deleted post is unpinned', async () => {
    const member = await addTestMember(app, paid);
    const [remainingPost, deletedPost] = [await addTestPhoto(app, member), await addTestPhoto(app, member)];
    await customise(member, { pinned: [deletedPost.id, remainingPost.id] });
    expect((await app.call('DELETE', `/photos/${deletedPost.id}`, { token: member.token })).status).toBe(200);
    expect(pinnedIn(await customise(member, {}))).toEqual([remainingPost.id]);
    expect(pinnedIn(await customise(member, { pinned: [remainingPost.id] }))).toEqual([remainingPost.id]);
  });

  test('nothing can be added or changed without a plan in force', async () => {
    for (const plan of [{}, { ...paid, ...ended }]) {
      const member = await addTestMember(app, plan);
      const { id } = await addTestPhoto(app, member);
      const refusedFor = async (fields: string[], answer: Promise<TestAnswer>): Promise<void> => {
        const { status, json } = await answer;
        expect([status, json.code, Object.keys(json.errors)]).toEqual([403, 'upgrade_required', fields]);
      };
      await refusedFor(['accent'], customise(member, { accent: 'indigo' }));
      await refusedFor(['pinned'], customise(member, { pinned: [id] }));
      await refusedFor(['accent', 'pinned'], customise(member, { accent: 'indigo', pinned: [id], remove_cover: true }));
      await refusedFor(['cover'], sendForm(member, { cover: image }));
      expect(await readStored(member)).toEqual({ accent: null, cover: null, pins: [] });
      expect((await app.db.pool.query('select from images where member_id = $1 and kind = $2', [member.id, 'cover'])).rowCount).toBe(0);
    }
  });

  test('after a plan ends, the appearance is stored, hidden and removable', async () => {
    const member = await addTestMember(app, paid);
    const posts = await Promise.all([1, 2, 3].map(() => addTestPhoto(app, member)));
    const [a, b, c] = posts.map(({ id }) => id);
    const { json } = await sendForm(member, { cover: image, accent: 'kola', 'pinned[0]': a!, 'pinned[1]': b!, 'pinned[2]': c! });
    const cover = json.data.cover.id as string;
    await setMember(app, member, ended);
    const fullAppearance = { accent: 'kola', pinned: [a, b, c] };
    const { status, json: unchanged } = await customise(member, fullAppearance);
    expect([status, unchanged.data]).toEqual([200, { cover: null, accent: null, pinned: [] }]);
    expect(await readStored(member)).toEqual({ accent: 'kola', cover, pins: [a, b, c] });
    expect((await customise(member, { pinned: [c, a] })).json.code).toBe('upgrade_required');
    expect((await customise(member, { pinned: [a, c] })).status).toBe(200);
    expect(await readStored(member)).toEqual({ accent: 'kola', cover, pins: [a, c] });
    await setMember(app, member, { plan_ends_at: null });
    expect((await customise(member, {})).json.data).toMatchObject({ accent: 'kola', cover: { id: cover }, pinned: [{ id: a }, { id: c }] });
    await setMember(app, member, ended);
    expect((await customise(member, { accent: '', pinned: [], remove_cover: true })).status).toBe(200);
    expect([await readStored(member), await isThere(cover)]).toEqual([{ accent: null, cover: null, pins: [] }, false]);
  });

  test('an upload is refused if the plan ends meanwhile', async () => {
    const member = await addTestMember(app, paid);
    const late = await whileChanging(
      app,
      () => sendForm(member, { cover: image }),
      (run) => run('update members set plan_name = null where id = $1', [member.id]),
      () => undefined,
    );
    expect([late.status, late.json.code]).toEqual([403, 'upgrade_required']);
    expect(await readStored(member)).toEqual({ accent: null, cover: null, pins: [] });
  });

  test('concurrent changes leave the complete pins of one change, and one cover', { tags: ['world'] }, async () => {
    const member = await addTestMember(app, paid);
    const ids = await Promise.all([1, 2, 3].map(async () => (await addTestPhoto(app, member)).id));
    const orders = [ids, ids.toReversed(), ids.slice(0, 2), [ids[1]!]];
    const answers = await Promise.all([
      ...orders.map((pinned) => customise(member, { pinned })),
      ...[1, 2, 3].map(() => sendForm(member, { cover: image })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(orders).toContainEqual((await readStored(member)).pins);
    const { rows } = await app.db.pool.query(`select id from images where member_id = $1 and kind = 'cover' and deleted_at is null`, [
      member.id,
    ]);
    expect(rows.map(({ id }) => id)).toEqual([(await readStored(member)).cover]);
  });

  test('a file that is no picture, too large or in another field changes nothing', async () => {
    const member = await addTestMember(app, { ...paid, accent: 'soot' });
    const text = await sendForm(member, { cover: Buffer.from('not a picture'), accent: 'leaf' });
    expect([text.status, text.json.errors]).toEqual([422, { cover: [sentences.avatarNotImage] }]);
    expect((await sendForm(member, { image, accent: 'leaf' })).json.errors).toEqual({ image: ['That file is not accepted here.'] });
    const large = await sendForm(member, { cover: Buffer.alloc(10 * 1024 * 1024), accent: 'leaf' });
    expect([large.status, large.json.errors]).toEqual([413, { cover: [sentences.coverTooLarge] }]);
    expect(await readStored(member)).toEqual({ accent: 'soot', cover: null, pins: [] });
  });

  test.each([
    ['id', 'x'],
    ['member_id', 'x'],
    ['role', 'admin'],
    ['plan_name', 'Premium'],
    ['cover', 'https://elsewhere.example/a.png'],
    ['cover_image_id', '019aa000-1111-4000-8000-000000000001'],
    ['profile_visibility', 'private'],
  ])('%s is not customisable and stays unchanged', async (field, value) => {
    const member = await addTestMember(app, paid);
    // Omits the version: writes without changes raise the version too.
    const rowOf = (): Promise<unknown> => app.db.row(`select to_jsonb(m) - 'version' as row from members m where id = $1`, [member.id]);
    const rowBefore = await rowOf();
    expect((await customise(member, { [field]: value })).status).toBe(200);
    expect(await rowOf()).toEqual(rowBefore);
  });

  test('customising requires a finished account', async () => {
    expect((await app.call('POST', '/me/customisation', { json: {} })).status).toBe(401);
    expect((await customise(await addTestMember(app, { ...paid, email_verified_at: null }), {})).json.code).toBe('email_unverified');
    expect((await customise(await addTestMember(app, { ...paid, bio: null }), {})).json.code).toBe('onboarding_required');
  });
});

describe('covers', () => {
  let app: TestApp;
  let beside: TestApp;
  let image: Buffer;
  let owner: TestMember;
  let cover: string;
  let address: string;
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
    image = await photoFile(800, 300);
  });
  beforeEach(async () => {
    owner = await addTestMember(app, { plan_name: 'Premium' });
    cover = await sendCover();
    address = `/media/${cover}/640.webp`;
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  async function sendCover(): Promise<string> {
    const { json } = await app.call('POST', '/me/customisation', { token: owner.token, form: formOf({ cover: image }) });
    return json.data.cover.id;
  }
  const signed = (): string => mediaUrl(app.context, { id: cover }, 640, 'webp', { isPublic: false, now: new Date() });

  /** Returns the status, and asserts that both nodes answer alike. */
  async function statusOf(coverPath: string): Promise<number> {
    const [ownStatus, otherStatus] = await Promise.all([app, beside].map(async ({ url }) => (await fetch(url + coverPath)).status));
    expect(otherStatus).toBe(ownStatus);
    return ownStatus!;
  }

  async function addressFor(viewer?: TestMember): Promise<string | null> {
    const { json } = await app.call('GET', `/users/${owner.username}`, { token: viewer?.token });
    return /\S*640\.webp\S*/.exec(json.data?.customisation?.cover?.srcset.webp ?? '')?.[0] ?? null;
  }

  test('a public profile’s cover is readable by anyone and cacheable', async () => {
    expect(await addressFor()).toBe(address);
    expect(await statusOf(address)).toBe(200);
    const response = await fetch(app.url + address);
    expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual(['image/webp', 'public, max-age=3600']);
  });

  test('a private profile’s cover is readable by its owner only, from the next request on', async () => {
    const [follower, stranger] = [await addTestMember(app), await addTestMember(app)];
    await insertFollow(app.db, follower.id, owner.id);
    await app.call('PUT', '/me/forum-settings', { token: owner.token, json: { profile_visibility: 'private' } });
    expect(await statusOf(address)).toBe(404);
    for (const viewer of [undefined, stranger, follower]) expect(await addressFor(viewer)).toBe(null);
    const ownAddress = await addressFor(owner);
    expect(ownAddress).toMatch(/\?exp=\d+&sig=/);
    expect(await statusOf(ownAddress!)).toBe(200);
    expect((await fetch(app.url + ownAddress!)).headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(await statusOf(ownAddress!.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).toBe(404);
    expect(await statusOf(ownAddress!.replace('/640.', '/800.'))).toBe(404);
    await app.call('PUT', '/me/forum-settings', { token: owner.token, json: { profile_visibility: 'public' } });
    expect(await statusOf(address)).toBe(200);
  });

  test('a blocked member gets no cover URL', async () => {
    const blockedMember = await addTestMember(app);
    await block(app, owner, blockedMember);
    expect(await addressFor(blockedMember)).toBe(null);
  });

  test.each([
    ['the plan has ended', { plan_ends_at: new Date(0) }],
    ['the plan was revoked', { plan_name: null }],
    ['the account is suspended', { suspended_at: new Date() }],
    ['the account is closed', { closed_at: new Date() }],
    ['the address was never verified', { email_verified_at: null }],
  ])('when %s, the cover is immediately unreadable', async (_when, columns) => {
    expect(await statusOf(address)).toBe(200);
    await setMember(app, owner, columns);
    expect(await statusOf(address)).toBe(404);
    if (!('email_verified_at' in columns)) expect(await statusOf(signed())).toBe(404);
  });

  test('a removed cover answers like an unknown image', async () => {
    const answer = async (coverPath: string) => ({ ...((await (await fetch(app.url + coverPath)).json()) as object), request_id: '' });
    const missing = await answer(`/media/${newSecretId()}/640.webp`);
    const [addressBefore, signedBefore] = [address, signed()];
    await sendCover();
    for (const coverUrl of [addressBefore, signedBefore]) {
      expect(await statusOf(coverUrl)).toBe(404);
      expect(await answer(coverUrl)).toEqual(missing);
    }
  });

  test('another member’s picture cannot become a cover, nor a cover an avatar', async () => {
    const other = await addTestMember(app, { plan_name: 'Premium' });
    await setMember(app, owner, { cover_image_id: null, avatar_image_id: cover });
    expect(await statusOf(address)).toBe(404);
    await setMember(app, owner, { avatar_image_id: null });
    await setMember(app, other, { cover_image_id: cover });
    expect(await statusOf(address)).toBe(404);
  });

  test('a job adds AVIF files to a cover if they are smaller', { tags: ['world'] }, async () => {
    image = await photoFile(1400, 500);
    cover = await sendCover();
    await runJobs(app.context);
    const { avif_widths: widths } = (await app.db.pool.query('select avif_widths from images where id = $1', [cover])).rows[0];
    expect(widths.length).toBeGreaterThan(0);
    for (const width of widths) expect(await statusOf(`/media/${cover}/${width}.avif`)).toBe(200);
  });
});

describe('customisation rules', () => {
  let app: TestApp;
  let owner: TestMember;
  let viewer: TestMember;
  let posts: { id: string }[];
  beforeAll(async () => {
    app = await startTestApp();
    viewer = await addTestMember(app);
  });
  beforeEach(async () => {
    owner = await addTestMember(app, { plan_name: 'Premium', accent: 'indigo' });
    posts = [await addTestPhoto(app, owner), await addTestPhoto(app, owner), await addTestPhoto(app, owner)];
    for (const [position, n] of [2, 0, 1].entries())
      await app.db.run('insert into pinned_photos values ($1, $2, $3)', [owner.id, position, posts[n]!.id]);
    const cover = newSecretId();
    await app.db.run(
      `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     values ($1, $2, 'cover', 1600, 500, '#884422', '\\x0102030405', '{320,640,1280}', 1000)`,
      [cover, owner.id],
    );
    await setMember(app, owner, { cover_image_id: cover });
  });
  afterAll(() => app.close());

  const readCustomisation = async (reader?: TestMember) =>
    (await app.call('GET', `/users/${owner.username}`, { token: reader?.token })).json.data.customisation;
  const nothing = { cover: null, accent: null, pinned: [] };

  test('cover, accent and pinned posts are public, in order', async () => {
    for (const reader of [undefined, viewer, owner]) {
      const { cover, accent, pinned } = await readCustomisation(reader);
      expect([accent, pinned.map(({ id }: { id: string }) => id)]).toEqual(['indigo', [posts[2]!.id, posts[0]!.id, posts[1]!.id]]);
      expect(cover).toMatchObject({
        width: 1600,
        height: 500,
        thumbhash: 'AQIDBAU=',
        image_path: expect.stringMatching(/^\/media\/[^?]+1280\.jpeg$/),
      });
    }
  });

  test('the appearance is hidden after the plan ends, also from its owner, and returns with the next plan', async () => {
    for (const plan of [{ plan_ends_at: new Date(0) }, { plan_name: null, plan_ends_at: null }]) {
      await setMember(app, owner, plan);
      for (const reader of [undefined, viewer, owner]) expect(await readCustomisation(reader)).toEqual(nothing);
    }
    await setMember(app, owner, { plan_name: 'Premium', plan_ends_at: null });
    expect(await readCustomisation()).toMatchObject({ accent: 'indigo', pinned: [{}, {}, {}] });
  });

  test('deleted and hidden posts are not pinned for the viewer', async () => {
    await setPhotoGone(app, posts[0]!, 'deleted_at');
    await setPhotoGone(app, posts[1]!, 'removed_at');
    expect((await readCustomisation(viewer)).pinned).toMatchObject([{ id: posts[2]!.id }]);
    await mute(app, viewer, owner);
    expect((await readCustomisation(viewer)).pinned).toEqual([]);
    await setMember(app, owner, { post_visibility: 'followers' });
    expect(await readCustomisation()).toMatchObject({ accent: 'indigo', pinned: [] });
    expect((await readCustomisation(owner)).pinned).toHaveLength(1);
  });
});
