import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addManyRows, addMemberRows, rowId } from '../testing/many-rows.ts';
import { addTestPhoto, mute, setMember } from '../testing/posts.ts';
import { wrongFollowCounts } from '../testing/recount.ts';

describe('blocks', () => {
  let app: TestApp;
  let viewer: TestMember;
  let member: TestMember;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(async () => {
    expect(await wrongFollowCounts(app)).toEqual([]);
    await app.close();
  });
  beforeEach(async () => {
    [viewer, member] = [await addTestMember(app), await addTestMember(app)];
  });

  const block = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/block`, { token: actor.token });
  const unblock = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/block`, { token: actor.token });
  const mute = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/mute`, { token: actor.token });
  const unmute = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/mute`, { token: actor.token });
  const follow = (target: TestMember, actor: TestMember) => app.call('POST', `/users/${target.id}/follow`, { token: actor.token });
  const listBlocks = async (actor = viewer, query = '') => (await app.call('GET', `/me/blocks${query}`, { token: actor.token })).json;
  const listMutes = async (actor = viewer, query = '') => (await app.call('GET', `/me/mutes${query}`, { token: actor.token })).json;
  const countsOf = async (actor: TestMember): Promise<[number, number]> => {
    const { json } = await app.call('GET', '/me', { token: actor.token });
    return [json.data.followers_count, json.data.following_count];
  };
  const notificationsOf = async (actor: TestMember) => (await app.call('GET', '/forum/notifications', { token: actor.token })).json.data;

  test('a block ends follows both ways and removes their notifications; unblocking restores neither', async () => {
    await follow(member, viewer);
    await follow(viewer, member);
    expect((await notificationsOf(viewer)).unread_count).toBe(1);
    for (let times = 0; times < 2; times += 1) expect((await block(member)).status).toBe(200);
    for (const person of [viewer, member]) expect(await countsOf(person)).toEqual([0, 0]);
    for (const actor of [viewer, member]) expect((await follow(actor === viewer ? member : viewer, actor)).status).toBe(404);
    for (let times = 0; times < 2; times += 1) expect((await unblock(member)).status).toBe(200);
    for (const person of [viewer, member]) {
      expect(await countsOf(person)).toEqual([0, 0]);
      expect((await notificationsOf(person)).notifications).toEqual([]);
    }
    expect((await follow(member, viewer)).status).toBe(200);
  });

  test('a mute ends no follow and leaves the muted member’s counts and notifications unchanged', async () => {
    await follow(member, viewer);
    await follow(viewer, member);
    const countsBefore = await countsOf(member);
    for (let times = 0; times < 2; times += 1) expect((await mute(member)).status).toBe(200);
    expect(await countsOf(member)).toEqual(countsBefore);
    expect((await notificationsOf(member)).unread_count).toBe(1);
    expect((await notificationsOf(viewer)).unread_count).toBe(0);
    for (let times = 0; times < 2; times += 1) expect((await unmute(member)).status).toBe(200);
    expect((await notificationsOf(viewer)).unread_count).toBe(1);
  });

  test('members cannot block or mute themselves', async () => {
    for (const action of [block, unblock, mute, unmute]) {
      const { status, json } = await action(viewer);
      expect([status, json.code]).toEqual([422, 'cannot_block_self']);
    }
  });

  test('a blocked member may block in turn, and then both must unblock', async () => {
    await block(viewer, member);
    expect((await block(member)).status).toBe(200);
    await unblock(viewer, member);
    expect((await follow(member, viewer)).status).toBe(404);
    expect((await unblock(member)).status).toBe(200);
    expect((await follow(member, viewer)).status).toBe(200);
  });

  test('blocking or muting a closed account and muting a blocker get the same answer as for an unknown member', async () => {
    const comparable = ({ status, text, json }: Awaited<ReturnType<typeof block>>) => [status, text.replace(json.request_id, '')];
    const inactiveColumns = [{ suspended_at: new Date() }, { closed_at: new Date() }, { email_verified_at: null }];
    const hiddenMembers = await Promise.all(inactiveColumns.map((columns) => addTestMember(app, columns)));
    for (const action of [block, mute]) {
      const answerForUnknown = comparable(await action({ id: newId() }));
      expect(answerForUnknown[0]).toBe(404);
      for (const person of [...hiddenMembers, { id: 'nobody' }]) expect(comparable(await action(person))).toEqual(answerForUnknown);
    }
    await block(viewer, member);
    expect((await mute(member)).status).toBe(404);
  });

  test('unblocking and unmuting always succeed', async () => {
    for (const action of [unblock, unmute])
      for (const person of [member, { id: newId() }, { id: 'nobody' }]) expect((await action(person)).status).toBe(200);
  });

  test('members list only their own blocks and mutes, newest first', async () => {
    const otherMembers = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    for (const person of otherMembers) {
      await block(person);
      await mute(person, member);
    }
    await block(viewer, otherMembers[0]);
    const newestFirst = otherMembers.toReversed().map(({ id }) => id);
    for (const [list, actor] of [
      [listBlocks, viewer],
      [listMutes, member],
    ] as const) {
      const { data, meta } = await list(actor);
      expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([newestFirst, 3]);
      expect(Object.keys(data[0]).toSorted()).toEqual(['avatar_url', 'id', 'name', 'profile', 'since', 'subscription', 'username']);
      const first = await list(actor, '?per_page=2');
      const second = await list(actor, `?per_page=2&cursor=${first.meta.next_cursor}`);
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(newestFirst);
      expect((await list(actor, '?per_page=2&page=2')).data.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(2));
    }
    expect((await listMutes(viewer)).data).toEqual([]);
    expect((await listBlocks(member)).meta.total).toBe(0);
    expect((await app.call('GET', '/me/blocks?cursor=x', { token: viewer.token })).status).toBe(422);
  });

  test('closed accounts are unlisted until they return; a member who is blocked and muted is listed as blocked only', async () => {
    const otherMember = await addTestMember(app);
    await mute(member);
    for (const person of [member, otherMember]) await block(person);
    await setMember(app, otherMember, { closed_at: new Date() });
    expect((await listBlocks()).meta.total).toBe(1);
    expect((await listMutes()).meta.total).toBe(0);
    await setMember(app, otherMember, { closed_at: null });
    expect((await listBlocks()).meta.total).toBe(2);
    await block(viewer, member);
    expect((await listBlocks()).data.map(({ id }: { id: string }) => id)).toContain(member.id);
  });

  test('members who are unverified or in onboarding cannot block or mute', async () => {
    for (const [columns, code] of [
      [{ email_verified_at: null }, 'email_unverified'],
      [{ bio: null }, 'onboarding_required'],
    ] as const) {
      const someone = await addTestMember(app, columns);
      for (const action of [block, unblock, mute, unmute]) expect((await action(member, someone)).json.code).toBe(code);
      for (const list of [listBlocks, listMutes]) expect((await list(someone)).code).toBe(code);
    }
    expect((await app.call('POST', `/users/${member.id}/block`)).status).toBe(401);
  });
});

describe('counts after a block', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const commentsOf = async ({ token }: TestMember, photoId: string): Promise<number> =>
    (await app.call('GET', `/photos/${photoId}`, { token })).json.data.comments_count;

  async function addComments(photoId: string, by: TestMember, count: number): Promise<void> {
    await app.db.pool.query(
      `with added as (insert into comments (id, photo_id, member_id, content)
                    select gen_random_uuid(), $1, $2, 'Again' from generate_series(1, $3) returning id)
     update photos set comments_count = comments_count + (select count(*) from added) where id = $1`,
      [photoId, by.id, count],
    );
  }

  test('comments of muted members are not counted, up to a thousand per post', async () => {
    const [owner, reader, talker] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    const quietPost = await addTestPhoto(app, owner);
    const busyPost = await addTestPhoto(app, owner);
    await addComments(quietPost.id, talker, 999);
    await addComments(busyPost.id, talker, 1_200);
    await addComments(busyPost.id, owner, 1);
    expect(await commentsOf(reader, busyPost.id)).toBe(1_201);

    await mute(app, reader, talker);
    expect(await commentsOf(reader, quietPost.id)).toBe(0);
    expect(await commentsOf(reader, busyPost.id)).toBe(201);
  });
});

describe('members with many blocks', () => {
  const blockCount = 10_020;

  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [addMemberRows(blockCount)]);
  }, 120_000);
  afterAll(() => app.close());

  test('blocked and muted members are counted up to the last page, and the cursor reaches all', async () => {
    const { id, token } = await addTestMember(app);
    for (const [table, by, targetColumn] of [
      ['blocks', 'blocker_id', 'blocked_id'],
      ['mutes', 'muter_id', 'muted_id'],
    ] as const) {
      await app.db.pool.query(
        `insert into ${table} (${by}, ${targetColumn}, created_at)
       select $1, ${rowId(1, 'n')}, now() - n * interval '1 second' from generate_series(1, ${blockCount}) n`,
        [id],
      );
      const { json } = await app.call('GET', `/me/${table}?page=500`, { token });
      expect(json.meta).toMatchObject({ total: 10_000, last_page: 500, current_page: 500 });
      expect(json.data).toHaveLength(20);
      const behind = await app.call('GET', `/me/${table}?cursor=${json.meta.next_cursor}`, { token });
      expect(behind.json.data).toHaveLength(20);
      expect(behind.json.meta.next_cursor).toBeNull();
      // Blocks would hide members from the list of mutes, which is read next.
      await app.db.pool.query(`delete from ${table} where ${by} = $1`, [id]);
    }
  });
});

describe('blocks in every list and for every act', () => {
  /** Members act on `app` and read on `second`, another node on the same database. */
  let app: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    second = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  interface Post {
    id: string;
    category_id: string;
  }

  /** Two members with every relation to each other, and a third whom both follow. */
  interface Company {
    ada: TestMember;
    obi: TestMember;
    third: TestMember;
    posts: Map<TestMember, Post>;
    /** Followed by `third` only, so suggested to the others. */
    stranger: TestMember;
  }

  const post = (actor: TestMember, method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: actor.token, ...(json !== undefined && { json }) });

  async function gather(): Promise<Company> {
    const { id: category_id } = (await app.db.row<{ id: string }>(`select id from categories where slug = 'dance'`))!;
    const names = ['ada', 'obi', 'third', 'stranger'] as const;
    const mark = String(Math.random()).slice(2, 8);
    const [ada, obi, third, stranger] = (await Promise.all(
      names.map((name) => addTestMember(app, { username: `${name}.${mark}`, name: `${name} ${mark}` })),
    )) as [TestMember, TestMember, TestMember, TestMember];
    const posts = new Map<TestMember, Post>();
    for (const person of [ada, obi, third])
      posts.set(person, { ...(await addTestPhoto(app, person, { title: `Ekwe ${mark}`, category_id })), category_id });
    const done = [];
    for (const [person, other] of [
      [ada, obi],
      [obi, ada],
    ] as const) {
      for (const target of [other, third]) done.push(await post(person, 'POST', `/users/${target.id}/follow`));
      done.push(await post(third, 'POST', `/users/${person.id}/follow`));
      for (const target of [other, third]) {
        done.push(await post(person, 'POST', `/photos/${posts.get(target)!.id}/like`));
        done.push(await post(person, 'POST', `/photos/${posts.get(target)!.id}/comments`, { content: `Fine, @${other.username}` }));
      }
    }
    done.push(
      await post(third, 'POST', `/photos/${posts.get(third)!.id}/comments`, { content: `With @${ada.username} and @${obi.username}` }),
    );
    done.push(await post(third, 'POST', `/users/${stranger.id}/follow`));
    expect(done.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
    return { ada, obi, third, posts, stranger };
  }

  /** Returns the visibility of the other member in each place, and the counts shown there. */
  async function meet({ third, posts, stranger }: Company, viewer: TestMember, other: TestMember): Promise<Record<string, unknown>> {
    const ask = async (path: string) => second.call('GET', path, { token: viewer.token });
    const [otherPost, viewerPost, thirdPost] = [posts.get(other)!, posts.get(viewer)!, posts.get(third)!];
    const mark = other.username.split('.')[1]!;
    const list = async (path: string, item = other.username) => {
      const { text, json } = await ask(path);
      return [text.includes(item), json.meta.total];
    };
    const counts = async (photo: Post) => {
      const { json } = await ask(`/photos/${photo.id}`);
      return [json.data.likes_count, json.data.comments_count];
    };
    const currentUser = (await ask('/me')).json.data;
    const notificationsOf = (await ask('/forum/notifications')).json;
    const categories = (await ask('/categories')).json.data as { slug: string; photos_count: number }[];
    const lately = '00000000-0000-7000-8000-000000000000';
    return {
      feed: await list('/photos?per_page=50', otherPost.id),
      following: await list('/photos?feed=following', otherPost.id),
      search: await list(`/photos?search=ekwe+${mark}`, otherPost.id),
      category: await list('/photos?category=dance&per_page=50', otherPost.id),
      postsOf: await list(`/photos?username=${other.username}`, otherPost.id),
      trending: (await ask('/photos/trending?limit=60')).text.includes(otherPost.id),
      newPosts: (await ask(`/photos/new?after=${lately}`)).json.data.count,
      categoryCount: categories.find(({ slug }) => slug === 'dance')!.photos_count,
      post: (await ask(`/photos/${otherPost.id}`)).status,
      likers: [await list(`/photos/${viewerPost.id}/likes`), await list(`/photos/${thirdPost.id}/likes`)],
      comments: [await list(`/photos/${viewerPost.id}/comments`, other.id), await list(`/photos/${thirdPost.id}/comments`, other.id)],
      counts: [await counts(viewerPost), await counts(thirdPost)],
      mentioned: ((await ask(`/photos/${thirdPost.id}/comments`)).json.data as { user: { id: string }; mentions: string[] }[])
        .find(({ user }) => user.id === third.id)!
        .mentions.includes(other.username),
      notifications: [
        JSON.stringify(notificationsOf.data).includes(other.id),
        notificationsOf.meta.total,
        notificationsOf.data.unread_count,
      ],
      directory: await list(`/users?search=${mark}`),
      profile: (await ask(`/users/${other.username}`)).status,
      gallery: (await ask(`/users/${other.username}/photos`)).json.meta?.total,
      thirdsFollowers: [await list(`/users/${third.id}/followers`), await list(`/users/${third.id}/following`)],
      thirdsCount: (await ask(`/users/${third.username}`)).json.data.followers_count,
      own: [await list(`/users/${viewer.id}/followers`), currentUser.followers_count, currentUser.following_count],
      suggested: (await ask('/me/suggestions')).text.includes(stranger.id),
    };
  }

  const everything = {
    feed: [true, 3],
    following: [true, 2],
    search: [true, 3],
    category: [true, 3],
    postsOf: [true, 1],
    trending: true,
    newPosts: 2,
    categoryCount: 3,
    post: 200,
    likers: [
      [true, 1],
      [true, 2],
    ],
    comments: [
      [true, 1],
      [true, 3],
    ],
    counts: [
      [1, 1],
      [2, 3],
    ],
    mentioned: true,
    // A follow, a like, a comment and a mention by the other; a follow and a mention by the third.
    notifications: [true, 6, 6],
    directory: [true, 4],
    profile: 200,
    gallery: 1,
    thirdsFollowers: [
      [true, 2],
      [true, 3],
    ],
    thirdsCount: 2,
    own: [[true, 2], 2, 2],
    suggested: true,
  };

  const unseenWork = {
    feed: [false, 2],
    following: [false, 1],
    search: [false, 2],
    category: [false, 2],
    postsOf: [false, 0],
    trending: false,
    newPosts: 1,
    categoryCount: 2,
    likers: [
      [false, 0],
      [false, 1],
    ],
    comments: [
      [false, 0],
      [false, 2],
    ],
    counts: [
      [0, 0],
      [1, 2],
    ],
    gallery: 0,
    notifications: [false, 2, 2],
  };

  test('a block and a mute apply everywhere immediately', async () => {
    const company = await gather();
    const { ada, obi, stranger } = company;
    expect(await meet(company, ada, obi)).toEqual(everything);
    expect(await meet(company, obi, ada)).toEqual(everything);

    for (const person of [obi, stranger]) expect((await post(ada, 'POST', `/users/${person.id}/mute`)).status).toBe(200);
    // Posts and comments are gone from the lists; the member stays visible.
    expect(await meet(company, ada, obi)).toEqual({ ...everything, ...unseenWork, suggested: false });
    expect(await meet(company, obi, ada)).toEqual(everything);
    for (const person of [obi, stranger]) await post(ada, 'DELETE', `/users/${person.id}/mute`);
    expect(await meet(company, ada, obi)).toEqual(everything);

    for (const person of [obi, stranger]) expect((await post(ada, 'POST', `/users/${person.id}/block`)).status).toBe(200);
    const expectedWhileBlocked = {
      ...everything,
      ...unseenWork,
      post: 404,
      mentioned: false,
      profile: 404,
      gallery: undefined,
      thirdsCount: 1,
      own: [[false, 1], 1, 1],
    };
    expect(await meet(company, ada, obi)).toEqual({
      ...expectedWhileBlocked,
      directory: [false, 2],
      thirdsFollowers: [
        [false, 1],
        [false, 1],
      ],
      suggested: false,
    });
    expect(await meet(company, obi, ada)).toEqual({
      ...expectedWhileBlocked,
      directory: [false, 3],
      thirdsFollowers: [
        [false, 1],
        [false, 2],
      ],
    });

    // Everything returns except the follows and their notifications.
    for (const person of [obi, stranger]) await post(ada, 'DELETE', `/users/${person.id}/block`);
    const expectedAfterUnblock = { ...everything, following: [false, 1], notifications: [true, 5, 5], own: [[false, 1], 1, 1] };
    for (const [viewer, other] of [
      [ada, obi],
      [obi, ada],
    ] as const)
      expect(await meet(company, viewer, other)).toEqual(expectedAfterUnblock);
  });
});
