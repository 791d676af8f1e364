import type { ProfilePhoto } from '@mbari/contract/people/profiles';
import type { Photo } from '@mbari/contract/photos/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember, unblock } from '../../testing/posts.ts';
import { postCacheOf } from './post-cache.ts';

describe('lists of posts', { tags: ['world'] }, () => {
  /** Milliseconds by which the clock of both nodes is ahead. */
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  let app: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    app = await startTestApp({}, { now });
    beside = await startTestApp({}, { now }, { beside: app });
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  let author: TestMember;
  let commenter: TestMember;
  let reader: TestMember;
  let post: { id: string; image_id: string };
  beforeEach(async () => {
    ahead = 0;
    [author, commenter, reader] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
    post = await addTestPhoto(app, author);
    await insertFollow(app.db, reader.id, author.id);
    await app.call('POST', `/photos/${post.id}/save`, { token: reader.token });
    await app.call('POST', `/photos/${post.id}/comments`, { token: commenter.token, json: { content: 'Ndewo' } });
    await read(reader);
  });

  const lists = (member: TestMember): string[] => [
    '/photos',
    // A cursor bypasses the shared first pages.
    '/photos?cursor=ffffffff-ffff-7fff-bfff-ffffffffffff',
    '/photos/trending',
    `/photos?username=${author.username}`,
    `/users/${author.username}/photos`,
    `/users/${author.username}`,
    ...(member === reader ? ['/photos?feed=following', '/saved'] : []),
  ];

  function postIn(posts: (Photo | ProfilePhoto)[]): Photo | undefined {
    const found = posts.find(({ id }) => id === post.id);
    return found && { ...found, category: typeof found.category === 'string' ? found.category : (found.category?.name ?? null) };
  }

  async function read(member: TestMember): Promise<Photo | undefined> {
    let shown: Photo | undefined;
    for (const [index, path] of lists(member).entries())
      for (const node of [app, beside]) {
        const { status, json } = await node.call('GET', path, { token: member.token });
        expect([status, json.message], path).toEqual([200, undefined]);
        const result = postIn(json.data.photos ?? json.data);
        if (index === 0 && node === app) shown = result;
        else expect(result, path).toEqual(shown);
      }
    return shown;
  }

  const said = async (member = reader): Promise<string[]> =>
    (await read(member))!.comments.map(({ user, content }) => `${user.name}: ${content}`);

  test('a commenter’s new name, avatar and badge appear at the next request', async () => {
    await setMember(app, commenter, { name: 'Chief Ada', avatar_stock: 'fabric-1', plan_name: 'Premium' });
    const { user } = (await read(reader))!.comments[0]!;
    expect(user).toMatchObject({ name: 'Chief Ada', subscription: { is_active: true } });
    await setMember(app, commenter, { plan_ends_at: new Date(Date.now() - 1) });
    expect((await read(reader))!.comments[0]!.user.subscription.is_active).toBe(false);
  });

  test('a badge expires on time without a write', async () => {
    await setMember(app, commenter, { plan_name: 'Premium', plan_ends_at: new Date(Date.now() + 3_000) });
    expect((await read(reader))!.comments[0]!.user.subscription.is_active).toBe(true);
    await expect.poll(async () => (await read(reader))!.comments[0]!.user.subscription.is_active, { timeout: 20_000 }).toBe(false);
  });

  test.each(['suspended_at', 'closed_at'])('a commenter with %s disappears at the next request, and returns afterwards', async (mode) => {
    const before = await said();
    expect(before).toHaveLength(1);
    await setMember(app, commenter, { [mode]: new Date() });
    expect([await said(), (await read(reader))!.comments_count]).toEqual([[], 0]);
    await setMember(app, commenter, { [mode]: null });
    expect([await said(), (await read(reader))!.comments_count]).toEqual([before, 1]);
  });

  test('an erased commenter disappears at the next request', async () => {
    await app.db.run('delete from comments where member_id = $1', [commenter.id]);
    await app.db.run('update photos set comments_count = 0 where id = $1', [post.id]);
    await app.db.run('delete from members where id = $1', [commenter.id]);
    expect(await said()).toEqual([]);
  });

  test('a mention shows the current username while the member is visible', async () => {
    const mentioned = await addTestMember(app);
    const mentions = async () => (await read(reader))!.comments.at(-1)!.mentions;
    await app.call('POST', `/photos/${post.id}/comments`, { token: commenter.token, json: { content: `See @${mentioned.username}` } });
    expect(await mentions()).toEqual([mentioned.username]);
    await setMember(app, mentioned, { suspended_at: new Date() });
    expect(await mentions()).toEqual([]);
    await setMember(app, mentioned, { suspended_at: null });
    expect(await mentions()).toEqual([mentioned.username]);
    await setMember(app, mentioned, { username: `${mentioned.username}_2` });
    expect(await mentions()).toEqual([`${mentioned.username}_2`]);
    await app.db.run('delete from members where id = $1', [mentioned.id]);
    expect(await mentions()).toEqual([]);
  });

  test('a renamed or removed category appears at the next request', async () => {
    const { id } = (await app.db.row<{ id: string }>('select id from categories order by position limit 1'))!;
    await app.db.run('update photos set category_id = $2 where id = $1', [post.id, id]);
    const before = (await read(reader))!.category;
    expect(before).not.toBeNull();
    await app.db.run(`update categories set name = 'Cloth of all kinds' where id = $1`, [id]);
    expect((await read(reader))!.category).toBe('Cloth of all kinds');
    await app.db.run('update categories set name = $2 where id = $1', [id, before]);
    await app.db.run('update photos set category_id = null where id = $1', [post.id]);
    expect((await read(reader))!.category).toBeNull();
  });

  test('the author’s new name, a like, a comment and an edit appear at the next request', async () => {
    await setMember(app, author, { name: 'Oba' });
    await beside.call('POST', `/photos/${post.id}/like`, { token: commenter.token });
    await beside.call('POST', `/photos/${post.id}/comments`, { token: commenter.token, json: { content: 'Daalụ' } });
    await app.db.run(`update photos set title = 'Uli' where id = $1`, [post.id]);
    expect(await read(reader)).toMatchObject({
      title: 'Uli',
      likes_count: 1,
      is_liked: false,
      user: { name: 'Oba' },
      comments: [{ content: 'Ndewo' }, { content: 'Daalụ' }],
    });
  });

  test('concurrent viewers each get their own reactions and permissions', async () => {
    const organiser = await addTestMember(app, { role: 'moderator' });
    await app.call('POST', `/photos/${post.id}/like`, { token: reader.token });
    const [path] = lists(reader);
    const requests = await Promise.all(
      [author, commenter, reader, organiser].map(async ({ token }) => (await app.call('GET', path!, { token })).json.data as Photo[]),
    );
    const shown = requests.map((posts) => posts.find(({ id }) => id === post.id)!);
    expect(shown.map((item) => item.likes.map(({ user_id }) => user_id))).toEqual([[], [], [reader.id], []]);
    expect(shown.map((item) => [item.is_liked, item.is_saved])).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [false, false],
    ]);
    expect(shown.map((item) => item.viewer.may_delete)).toEqual([true, false, false, true]);
    expect(shown.map((item) => item.viewer.may_report)).toEqual([false, true, true, true]);
    expect(shown.map(({ comments }) => comments[0]!.viewer)).toEqual([
      { may_delete: true, may_report: true },
      { may_delete: true, may_report: false },
      { may_delete: false, may_report: true },
      { may_delete: true, may_report: true },
    ]);
  });

  test('a hidden member’s comments disappear at the next request for this viewer alone', async () => {
    const before = await said();
    await block(app, commenter, reader);
    expect([await said(), (await read(reader))!.comments_count]).toEqual([[], 0]);
    expect(await said(author)).toEqual(before);
    await unblock(app, commenter, reader);
    expect(await said()).toEqual(before);
    await mute(app, reader, commenter);
    expect(await said()).toEqual([]);
  });

  test('lists omit likes and comments by hidden members, and mentions of them; other posts have the shared content', async () => {
    const [stranger, otherMember] = [await addTestMember(app), await addTestMember(app)];
    await mute(app, reader, stranger);
    const shared = await read(author);
    const { viewer: _shared, ...plain } = shared!;
    expect(await read(reader)).toMatchObject({ ...plain, is_saved: true, comments: [{ content: 'Ndewo' }] });
    await app.call('POST', `/photos/${post.id}/like`, { token: stranger.token });
    expect([(await read(author))!.likes_count, (await read(reader))!.likes_count]).toEqual([1, 0]);
    await app.call('POST', `/photos/${post.id}/comments`, { token: stranger.token, json: { content: 'Beyond those that are shown' } });
    for (const content of ['One', `Two, @${stranger.username}`, 'Three'])
      await app.call('POST', `/photos/${post.id}/comments`, { token: otherMember.token, json: { content } });
    expect([(await read(author))!.comments_count, (await read(reader))!.comments_count]).toEqual([5, 4]);
    expect((await read(reader))!.comments.map(({ mentions }) => mentions)).toEqual([[], [stranger.username], []]);
    await block(app, reader, stranger);
    expect((await read(reader))!.comments.map(({ mentions }) => mentions)).toEqual([[], [], []]);
  });

  test('image addresses of restricted posts are renewed long before they expire', async () => {
    const address = async () => new URL((await read(reader))!.image_url, 'http://here').searchParams;
    expect((await address()).get('exp')).toBeNull();
    await setMember(app, author, { post_visibility: 'followers' });
    for (const minutes of [0, 31, 62, 200]) {
      ahead = minutes * 60_000;
      const remaining = Number((await address()).get('exp')) * 1000 - now().getTime();
      expect(remaining, `after ${minutes} minutes`).toBeGreaterThan(28 * 60_000);
    }
    await setMember(app, author, { post_visibility: 'public' });
    expect((await address()).get('exp')).toBeNull();
  });

  test('AVIF files of a new image are listed after a minute', async () => {
    await app.db.run(`update images set avif_widths = '{320}' where id = $1`, [post.image_id]);
    ahead = 61_000;
    expect((await read(reader))!.images[0]!.srcset.avif).toContain('320.avif');
  });

  test('a post is serialized once until it changes, and a deleted post is in no list', async () => {
    const { figures } = postCacheOf(app.context);
    await read(reader);
    const { misses } = figures;
    await Promise.all([read(reader), read(commenter)]);
    expect(figures.misses).toBe(misses);
    await app.db.run('update photos set deleted_at = now() where id = $1', [post.id]);
    expect(await read(commenter)).toBeUndefined();
  });
});

describe('versions of posts', () => {
  let app: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  let owner: TestMember;
  let fan: TestMember;
  let photo: { id: string };
  beforeEach(async () => {
    [owner, fan] = await Promise.all([addTestMember(app), addTestMember(app)]);
    photo = await addTestPhoto(app, owner);
  });

  const versions = async (): Promise<{ post: number; owner: number }> =>
    (await app.db.row<{ post: number; owner: number }>(
      'select p.version::int as post, m.version::int as owner from photos p join members m on m.id = p.member_id where p.id = $1',
      [photo.id],
    ))!;
  const shown = async (node: TestApp) =>
    (await node.call('GET', '/photos', { token: fan.token })).json.data.find(({ id }: { id: string }) => id === photo.id);

  test.each<[string, () => Promise<unknown>]>([
    ['a like', () => app.call('POST', `/photos/${photo.id}/like`, { token: fan.token })],
    ['a comment', () => app.call('POST', `/photos/${photo.id}/comments`, { token: fan.token, json: { content: 'Ndewo' } })],
    ['a write that changes nothing', () => app.db.run('update photos set title = title where id = $1', [photo.id])],
    ['a write that sets an older version', () => app.db.run('update photos set version = 0 where id = $1', [photo.id])],
  ])('%s raises the version of its post by one, and not that of its owner', async (_name, write) => {
    const before = await versions();
    await write();
    expect(await versions()).toEqual({ post: before.post + 1, owner: before.owner });
  });

  test('another post and a new follower do not raise the member’s version', async () => {
    const before = await versions();
    await addTestPhoto(app, owner);
    await app.call('POST', `/users/${owner.id}/follow`, { token: fan.token });
    expect(await versions()).toEqual(before);
  });

  test('a new name raises the member’s version, and every node shows it at the next request', async () => {
    for (const node of [app, beside]) await shown(node);
    const before = await versions();
    await app.db.run(`update members set name = 'Chief Ada' where id = $1`, [owner.id]);
    expect(await versions()).toEqual({ post: before.post, owner: before.owner + 1 });
    for (const node of [app, beside]) expect((await shown(node)).user.name).toBe('Chief Ada');
  });

  test('concurrent likes on two nodes get distinct versions, and both nodes show every like', { tags: ['world'] }, async () => {
    const before = await versions();
    const likers = await Promise.all(Array.from({ length: 12 }, () => addTestMember(app)));
    await Promise.all(
      likers.map(async ({ token }, index) => {
        const [nodeA, nodeB] = index % 2 ? [app, beside] : [beside, app];
        await nodeA.call('POST', `/photos/${photo.id}/like`, { token });
        // The like is committed, so every node must count it.
        expect((await shown(nodeB)).likes_count).toBeGreaterThan(0);
      }),
    );
    expect((await versions()).post).toBe(before.post + likers.length);
    for (const node of [app, beside]) expect((await shown(node)).likes_count).toBe(likers.length);
  });

  test('a rolled-back change raises no version, and a like that waits for a commit raises the version again', async () => {
    const before = await versions();
    const first = await app.db.pool.connect();
    try {
      for (const [end, raised] of [
        ['rollback', 1],
        ['commit', 2],
      ] as const) {
        const { post } = await versions();
        await first.query('begin');
        await first.query('update photos set title = $2 where id = $1', [photo.id, end]);
        const waiting = app.call('POST', `/photos/${photo.id}/like`, { token: (await addTestMember(app)).token });
        // Neither the change nor its version is visible while the transaction is open.
        expect([(await versions()).post, (await shown(beside)).title]).not.toContain(end);
        await first.query(end);
        expect((await waiting).status).toBe(200);
        expect((await versions()).post).toBe(post + raised);
        expect((await shown(beside)).likes_count).toBe((await shown(app)).likes_count);
      }
      expect((await shown(beside)).title).toBe('commit');
      expect((await versions()).post).toBe(before.post + 3);
    } finally {
      first.release(true);
    }
  });
});
