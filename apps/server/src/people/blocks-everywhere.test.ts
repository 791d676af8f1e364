import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto } from '../testing/posts.ts';

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
    notifications: [JSON.stringify(notificationsOf.data).includes(other.id), notificationsOf.meta.total, notificationsOf.data.unread_count],
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
