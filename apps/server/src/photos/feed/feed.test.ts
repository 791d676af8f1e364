import type { Author } from '@mbari/contract/people/members';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteFollow, insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';

describe('the feed', () => {
  let app: TestApp;
  let beside: TestApp;
  let owner: TestMember;
  let viewer: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
    [owner, viewer] = await Promise.all([addTestMember(app), addTestMember(app)]);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  const feed = async (member: TestMember, query = '', node = app) => {
    const { status, json } = await node.call('GET', `/photos${query}`, { token: member.token });
    expect([status, json.message]).toEqual([200, undefined]);
    return json as {
      data: Photo[];
      meta: { total: number; next_cursor: string | null; last_page: number; current_page: number; per_page: number };
    };
  };
  const idsOf = (list: { data: { id: string }[] }): string[] => list.data.map(({ id }) => id);

  async function expectListed(member: TestMember, photo: { id: string }, listed: boolean): Promise<void> {
    for (const node of [app, beside])
      for (const query of ['', '?per_page=50', '?cursor=ffffffff-ffff-ffff-ffff-ffffffffffff&per_page=50'])
        expect(
          idsOf(await feed(member, query, node)).includes(photo.id),
          `${query} on ${node === app ? 'the first' : 'the second'} node`,
        ).toBe(listed);
  }

  async function expectSameBothWays(member: TestMember): Promise<void> {
    const quick = await feed(member, '?per_page=20');
    const straight = await feed(member, '?per_page=20&cursor=ffffffff-ffff-ffff-ffff-ffffffffffff');
    expect(quick).toEqual(straight);
  }

  test('a new post is immediately first in every feed, with its category and author', async () => {
    await feed(viewer);
    const category = await app.db.row<{ id: string }>(`select id from categories where slug = 'textile'`);
    const photo = await addTestPhoto(app, owner, { title: 'Kente “weave” \\ é', category_id: category!.id });
    for (const node of [app, beside]) {
      const { data, meta } = await feed(viewer, '', node);
      expect(data[0]).toMatchObject({
        id: photo.id,
        title: 'Kente “weave” \\ é',
        category: 'Textile',
        user: { id: owner.id },
        is_liked: false,
        likes: [],
      });
      expect(data[0]!.images[0]!.image_path).toContain(photo.image_id);
      expect(meta.total).toBe(1);
    }
  });

  test('the viewer’s like, comment and new name appear at the next request', async () => {
    const photo = await addTestPhoto(app, owner);
    await feed(viewer);
    await app.call('POST', `/photos/${photo.id}/like`, { token: viewer.token });
    expect((await feed(viewer)).data[0]).toMatchObject({ likes: [{ user_id: viewer.id }], likes_count: 1, is_liked: true });
    expect((await feed(viewer, '', beside)).data[0]).toMatchObject({ likes_count: 1, is_liked: true });
    expect((await feed(owner)).data[0]).toMatchObject({ likes: [], likes_count: 1, is_liked: false });
    await app.call('DELETE', `/photos/${photo.id}/like`, { token: viewer.token });
    expect((await feed(viewer)).data[0]).toMatchObject({ likes: [], likes_count: 0, is_liked: false });
    for (const content of ['one', 'two', 'three', 'four'])
      await app.call('POST', `/photos/${photo.id}/comments`, { token: viewer.token, json: { content } });
    const mine = (await feed(viewer)).data[0]!;
    expect(mine.comments.map(({ content }) => content)).toEqual(['two', 'three', 'four']);
    expect(mine).toMatchObject({ comments_count: 4, viewer: { may_delete: false } });
    expect(mine.comments.every(({ viewer }) => viewer.may_delete)).toBe(true);
    await setMember(app, owner, { name: 'Chiamaka' });
    expect((await feed(owner)).data[0]).toMatchObject({ user: { name: 'Chiamaka' }, viewer: { may_edit: true, may_delete: true } });
    await expectSameBothWays(viewer);
    await expectSameBothWays(owner);
  });

  describe('visibility changes apply at the next request on every node', () => {
    let photo: { id: string };
    let author: TestMember;
    let follower: TestMember;
    beforeAll(async () => {
      [author, follower] = await Promise.all([addTestMember(app), addTestMember(app)]);
      photo = await addTestPhoto(app, author);
      await insertFollow(app.db, follower.id, author.id);
      await Promise.all([expectListed(viewer, photo, true), expectListed(follower, photo, true), expectListed(author, photo, true)]);
    });

    test.each([
      ['posts to followers only', { post_visibility: 'followers' }, { post_visibility: 'public' }],
      ['a private profile', { profile_visibility: 'private' }, { profile_visibility: 'public' }],
    ])('%s', async (_name, hide, show) => {
      await setMember(app, author, hide);
      await expectListed(viewer, photo, false);
      await expectListed(follower, photo, true);
      await expectListed(author, photo, true);
      await deleteFollow(app.db, follower.id, author.id);
      await expectListed(follower, photo, false);
      await insertFollow(app.db, follower.id, author.id);
      await expectListed(follower, photo, true);
      for (const member of [viewer, follower, author]) await expectSameBothWays(member);
      await setMember(app, author, show);
      await expectListed(viewer, photo, true);
    });

    test('suspending the author hides the post', async () => {
      await setMember(app, author, { suspended_at: new Date() });
      await expectListed(viewer, photo, false);
      await expectListed(follower, photo, false);
      expect((await app.call('GET', '/photos', { token: author.token })).status).toBe(401);
      await setMember(app, author, { suspended_at: null });
      await expectListed(viewer, photo, true);
    });

    test('a block hides the posts in both directions', async () => {
      for (const [a, b] of [
        [viewer, author],
        [author, viewer],
      ] as const) {
        await block(app, a, b);
        await expectListed(viewer, photo, false);
        await expectSameBothWays(viewer);
        await unblock(app, a, b);
        await expectListed(viewer, photo, true);
      }
    });

    test('a mute hides the posts from the muting member alone', async () => {
      const muter = await addTestMember(app);
      await expectListed(muter, photo, true);
      await mute(app, muter, author);
      await expectListed(muter, photo, false);
      await expectListed(viewer, photo, true);
      expect((await app.call('GET', `/photos/${photo.id}`, { token: muter.token })).status).toBe(200);
    });

    test('suspending a commenter removes their comments from embedded comments and counts', async () => {
      const talker = await addTestMember(app);
      await app.call('POST', `/photos/${photo.id}/comments`, { token: talker.token, json: { content: 'Beautiful' } });
      const shown = async () => (await feed(viewer, '', beside)).data.find(({ id }) => id === photo.id)!;
      expect(await shown()).toMatchObject({ comments_count: 1, comments: [{ content: 'Beautiful' }] });
      await setMember(app, talker, { suspended_at: new Date() });
      expect(await shown()).toMatchObject({ comments_count: 0, comments: [] });
    });

    test('deletion and removal hide the post', async () => {
      const second = await addTestPhoto(app, author);
      await expectListed(viewer, second, true);
      await setPhotoGone(app, second, 'removed_at');
      for (const member of [viewer, author, follower]) await expectListed(member, second, false);
      await setPhotoGone(app, photo, 'deleted_at');
      for (const member of [viewer, author, follower]) await expectListed(member, photo, false);
    });
  });

  test('a moderator’s feed omits hidden posts like a member’s, and permits deleting posts', async () => {
    const moderator = await addTestMember(app, { role: 'moderator' });
    const shy = await addTestMember(app, { post_visibility: 'followers' });
    const hidden = await addTestPhoto(app, shy);
    const open = await addTestPhoto(app, owner);
    await expectListed(moderator, hidden, false);
    const { data } = await feed(moderator);
    expect(data.find(({ id }) => id === open.id)!.viewer).toEqual({
      may_edit: false,
      may_delete: true,
      may_comment: true,
      may_like: true,
      may_report: true,
    });
    await expectSameBothWays(moderator);
  });

  test('the total counts the posts the viewer can list', async () => {
    const [shy, loud, reader] = await Promise.all([
      addTestMember(app, { post_visibility: 'followers' }),
      addTestMember(app),
      addTestMember(app),
    ]);
    for (const member of [shy, loud, loud, shy, shy]) await addTestPhoto(app, member);
    const all = async (): Promise<number> => {
      let count = 0;
      let cursor: string | null = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof feed>> = await feed(reader, `?per_page=50&cursor=${cursor}`);
        count += page.data.length;
        cursor = page.meta.next_cursor;
      }
      return count;
    };
    const totals = async () => [(await feed(reader)).meta.total, (await feed(reader, '?page=30')).meta.total];
    expect(await totals()).toEqual([await all(), await all()]);
    const before = (await totals())[0]!;
    await insertFollow(app.db, reader.id, shy.id);
    expect(await totals()).toEqual([before + 3, before + 3]);
    await mute(app, reader, loud);
    expect(await totals()).toEqual([before + 1, before + 1]);
    await block(app, shy, reader);
    expect(await totals()).toEqual([before - 2, before - 2]);
    expect(before - 2).toBe(await all());
  });

  test('paging by cursor neither repeats nor skips posts during changes', async () => {
    const [author, reader] = await Promise.all([addTestMember(app), addTestMember(app)]);
    const posts: string[] = [];
    for (let index = 0; index < 40; index += 1) posts.push((await addTestPhoto(app, author)).id);
    const deletedIds = new Set<string>();
    const seenIds: string[] = [];
    let page = await feed(reader, '?per_page=7');
    for (;;) {
      seenIds.push(...idsOf(page));
      await addTestPhoto(app, author);
      const victim = posts.filter((id) => !seenIds.includes(id) && !deletedIds.has(id)).at(-1);
      if (victim !== undefined) {
        deletedIds.add(victim);
        await setPhotoGone(app, { id: victim }, 'deleted_at');
      }
      if (page.meta.next_cursor === null) break;
      page = await feed(reader, `?per_page=7&cursor=${page.meta.next_cursor}`);
    }
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(posts.filter((id) => !deletedIds.has(id) && !seenIds.includes(id))).toEqual([]);
    expect(seenIds).toEqual(seenIds.toSorted().toReversed());
  });

  test('numbered pages are complete, and a page past the end is empty', async () => {
    const { meta } = await feed(viewer, '?per_page=10');
    const byPage: string[] = [];
    for (let page = 1; page <= meta.last_page; page += 1) {
      const list = await feed(viewer, `?per_page=10&page=${page}`);
      expect(list.meta).toMatchObject({ current_page: page, per_page: 10, total: meta.total, last_page: meta.last_page });
      byPage.push(...idsOf(list));
    }
    expect(byPage).toHaveLength(meta.total);
    expect(new Set(byPage).size).toBe(meta.total);
    expect((await feed(viewer, `?per_page=10&page=${meta.last_page}`)).meta.next_cursor).toBeNull();
    for (const page of ['9999', '999999999']) {
      const past = await feed(viewer, `?page=${page}`);
      expect(past.data).toEqual([]);
      expect(past.meta).toMatchObject({ total: meta.total, next_cursor: null });
    }
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=0x10',
    'page=1e3',
    'page=',
    'per_page=0',
    'per_page=x',
    'cursor=nonsense',
    'page=1&page=2',
  ])('the query %s is rejected', async (query) => {
    const { status, json } = await app.call('GET', `/photos?${query}`, { token: viewer.token });
    expect([status, json.code]).toEqual([422, 'validation']);
    expect(Object.keys(json.errors)).toEqual([query.split('=')[0]]);
  });

  test('the feed requires a complete account', async () => {
    expect((await app.call('GET', '/photos')).status).toBe(401);
    const unverified = await addTestMember(app, { email_verified_at: null });
    expect((await app.call('GET', '/photos', { token: unverified.token })).json.code).toBe('email_unverified');
    const fresh = await addTestMember(app, {}, { interests: false });
    expect((await app.call('GET', '/photos', { token: fresh.token })).json.code).toBe('onboarding_required');
  });
});

describe('new posts', () => {
  let app: TestApp;
  let viewer: TestMember;
  let author: TestMember;
  let seen: string;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => {
    [viewer, author] = await Promise.all([addTestMember(app), addTestMember(app)]);
    seen = (await addTestPhoto(app, author)).id;
  });

  const news = async (member: TestMember, query = ''): Promise<{ count: number; members: Author[] }> => {
    const { status, json } = await app.call('GET', `/photos/new?after=${seen}${query}`, { token: member.token });
    expect([status, json.message]).toEqual([200, undefined]);
    return json.data;
  };

  test('there are no new posts until another member posts', async () => {
    expect(await news(viewer)).toEqual({ count: 0, members: [] });
    await addTestPhoto(app, viewer);
    expect(await news(viewer)).toEqual({ count: 0, members: [] });
    await addTestPhoto(app, author);
    expect(await news(viewer)).toMatchObject({ count: 1, members: [{ id: author.id }] });
    expect(await news(viewer, '&feed=following')).toEqual({ count: 0, members: [] });
  });

  test('at most three distinct authors are returned, latest first', async () => {
    const posters = await Promise.all([1, 2, 3, 4].map(() => addTestMember(app)));
    const [a, b, c, d] = posters as [TestMember, TestMember, TestMember, TestMember];
    for (const poster of posters) await insertFollow(app.db, viewer.id, poster.id);
    for (const member of [a, b, c, d, c, a, c]) await addTestPhoto(app, member);
    for (const query of ['', '&feed=following']) {
      const { count, members } = await news(viewer, query);
      expect(count).toBe(7);
      expect(members.map(({ id }) => id)).toEqual([c.id, a.id, d.id]);
    }
  });

  test('new posts are counted only up to the displayed limit', async () => {
    await insertFollow(app.db, viewer.id, author.id);
    for (let index = 0; index < limits.newPhotoCount + 3; index += 1) await addTestPhoto(app, author);
    for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toMatchObject({ count: limits.newPhotoCount });
  });

  test('only posts that the viewer may list are new', async () => {
    const [shy, rude, dull, departedMember] = await Promise.all([
      addTestMember(app, { post_visibility: 'followers' }),
      addTestMember(app),
      addTestMember(app),
      addTestMember(app),
    ]);
    for (const member of [rude, dull]) await insertFollow(app.db, viewer.id, member.id);
    for (const member of [shy, rude, dull]) await addTestPhoto(app, member);
    await setPhotoGone(app, await addTestPhoto(app, departedMember), 'removed_at');
    await block(app, rude, viewer);
    await mute(app, viewer, dull);
    for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toEqual({ count: 0, members: [] });
    await insertFollow(app.db, viewer.id, shy.id);
    for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toMatchObject({ count: 1, members: [{ id: shy.id }] });
  });

  test('the id of a deleted post is accepted as `after`', async () => {
    await addTestPhoto(app, author);
    await setPhotoGone(app, { id: seen }, 'deleted_at');
    expect(await news(viewer)).toMatchObject({ count: 1 });
  });

  test.each(['', 'after=', 'after=nonsense', 'after=1&after=2'])('the query ?%s is rejected', async (query) => {
    const { status, json } = await app.call('GET', `/photos/new?${query}`, { token: viewer.token });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['after']]);
  });

  test('an unknown feed is rejected', async () => {
    const { status, json } = await app.call('GET', `/photos/new?after=${seen}&feed=trending`, { token: viewer.token });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['feed']]);
  });

  test('counting new posts requires a complete account', async () => {
    expect((await app.call('GET', `/photos/new?after=${seen}`)).status).toBe(401);
    const unverified = await addTestMember(app, { email_verified_at: null });
    expect((await app.call('GET', `/photos/new?after=${seen}`, { token: unverified.token })).json.code).toBe('email_unverified');
  });
});

describe('posts of new members', () => {
  let app: TestApp;
  let author: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    author = await addTestMember(app);
    for (let n = 1; n <= 7; n += 1) await addTestPhoto(app, author, { title: `Post ${n}` });
  });
  afterAll(() => app.close());

  const addNewcomer = () => addTestMember(app, {}, { interests: false });
  const ask = ({ token }: Pick<TestMember, 'token'>) => app.call('GET', '/photos/welcome', { token });
  const titles = async (member: TestMember): Promise<string[]> => (await ask(member)).json.data.map(({ title }: Photo) => title);

  test('a newcomer sees the six newest posts, without comments and without actions', async () => {
    const newcomer = await addNewcomer();
    expect(await titles(newcomer)).toEqual(['Post 7', 'Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2']);
    const { json } = await ask(newcomer);
    expect(json.data[0]).toMatchObject({ comments: [], viewer: { may_like: false, may_comment: false } });
  });

  test('posts that visitors may not see, and those of blocked and muted members, are left out', async () => {
    const newcomer = await addNewcomer();
    const hidden = await addTestMember(app, { show_to_visitors: false });
    const followed = await addTestMember(app, { post_visibility: 'followers' });
    const [blocker, muted] = [await addTestMember(app), await addTestMember(app)];
    for (const member of [hidden, followed, blocker, muted]) await addTestPhoto(app, member, { title: 'Not for them' });
    await insertFollow(app.db, newcomer.id, followed.id);
    await block(app, blocker, newcomer);
    await mute(app, newcomer, muted);
    expect(await titles(newcomer)).toHaveLength(6);
    expect(await titles(newcomer)).not.toContain('Not for them');
  });

  test('visitors and unverified members are refused', async () => {
    expect((await app.call('GET', '/photos/welcome')).status).toBe(401);
    expect((await ask(await addTestMember(app, { email_verified_at: null }))).json.code).toBe('email_unverified');
  });
});

describe('the following feed', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const following = async (author: TestMember, query = '') => {
    const { status, json } = await app.call('GET', `/photos?feed=following${query}`, { token: author.token });
    expect([status, json.message]).toEqual([200, undefined]);
    return json as { data: Photo[]; meta: { total: number; next_cursor: string | null; last_page: number; current_page: number } };
  };
  const idsOf = (list: { data: { id: string }[] }): string[] => list.data.map(({ id }) => id);

  const member = (columns: Record<string, unknown> = {}): Promise<TestMember> => addTestMember(app, columns);
  const members = (count: number): Promise<TestMember[]> => Promise.all(Array.from({ length: count }, () => member()));

  test('the following feed has only posts of followed members, newest first', async () => {
    const [viewer, author, otherMember, stranger] = (await members(4)) as [TestMember, TestMember, TestMember, TestMember];
    await insertFollow(app.db, viewer.id, author.id);
    await insertFollow(app.db, viewer.id, otherMember.id);
    await insertFollow(app.db, stranger.id, viewer.id);
    const posts: string[] = [];
    for (const poster of [author, stranger, otherMember, viewer, author]) {
      const { id } = await addTestPhoto(app, poster);
      if (poster !== stranger && poster !== viewer) posts.unshift(id);
    }
    const list = await following(viewer);
    expect(idsOf(list)).toEqual(posts);
    expect(list.meta).toMatchObject({ total: 3, current_page: 1, last_page: 1, next_cursor: null });
    expect(list.data[0]).toMatchObject({ user: { id: author.id }, viewer: { may_edit: false } });
  });

  test('the following feed is empty without follows', async () => {
    expect(await following(await member())).toMatchObject({ data: [], meta: { total: 0, next_cursor: null } });
  });

  test('the following feed includes restricted posts, and excludes blocked, muted, suspended and closed members', async () => {
    const viewer = await member();
    const listed = [await member({ post_visibility: 'followers' }), await member({ profile_visibility: 'private' })];
    const left = [await member({ suspended_at: new Date() }), await member({ closed_at: new Date() }), ...(await members(3))];
    for (const author of [...listed, ...left])
      await app.db.pool.query('insert into follows (follower_id, followed_id) values ($1, $2)', [viewer.id, author.id]);
    const [blocked, blocker, muted] = left.slice(2) as [TestMember, TestMember, TestMember];
    await block(app, viewer, blocked);
    await block(app, blocker, viewer);
    await mute(app, viewer, muted);
    const posts: string[] = [];
    for (const author of [...left, ...listed]) posts.unshift((await addTestPhoto(app, author)).id);
    const list = await following(viewer);
    expect(idsOf(list)).toEqual(posts.slice(0, 2));
    expect(list.meta.total).toBe(2);
  });

  test('paging the following feed by cursor neither repeats nor skips posts during changes', async () => {
    const viewer = await member();
    const followed = await members(30);
    for (const author of followed) await insertFollow(app.db, viewer.id, author.id);
    const posts: string[] = [];
    // A few members post all the time; most posted once, long ago.
    for (const author of followed) posts.push((await addTestPhoto(app, author)).id);
    for (let index = 0; index < 60; index += 1) posts.push((await addTestPhoto(app, followed[index % 3]!)).id);
    expect((await following(viewer)).meta.total).toBe(90);

    const deletedIds = new Set<string>();
    const seenIds: string[] = [];
    for (
      let page = await following(viewer, '&per_page=7');
      ;
      page = await following(viewer, `&per_page=7&cursor=${page.meta.next_cursor}`)
    ) {
      seenIds.push(...idsOf(page));
      if (page.meta.next_cursor === null) break;
      await addTestPhoto(app, followed[seenIds.length % 30]!);
      const victim = posts.findLast((id) => !seenIds.includes(id) && !deletedIds.has(id));
      if (victim === undefined || seenIds.length % 2 === 0) continue;
      deletedIds.add(victim);
      await setPhotoGone(app, { id: victim }, 'deleted_at');
    }
    expect(deletedIds.size).toBeGreaterThan(3);
    expect(seenIds).toEqual(posts.filter((id) => !deletedIds.has(id)).toReversed());
  });

  test('numbered pages add up to the total, and a page past the end is empty', async () => {
    const viewer = await member();
    const followed = await members(5);
    const posts: string[] = [];
    for (const author of followed) await insertFollow(app.db, viewer.id, author.id);
    for (let index = 0; index < 23; index += 1) posts.unshift((await addTestPhoto(app, followed[index % 5]!)).id);
    const read: string[] = [];
    for (const page of [1, 2, 3]) {
      const list = await following(viewer, `&per_page=10&page=${page}`);
      expect(list.meta).toMatchObject({ current_page: page, total: 23, last_page: 3 });
      read.push(...idsOf(list));
    }
    expect(read).toEqual(posts);
    for (const page of ['4', '999999999'])
      expect(await following(viewer, `&page=${page}`)).toMatchObject({ data: [], meta: { total: 23, next_cursor: null } });
  });

  test.each(['feed=latest', 'feed=', 'feed=following&feed=following', 'cursor=nonsense&feed=following'])(
    'the query %s is rejected',
    async (query) => {
      const viewer = await member();
      const { status, json } = await app.call('GET', `/photos?${query}`, { token: viewer.token });
      expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', [query.split('=')[0]]]);
    },
  );
});
