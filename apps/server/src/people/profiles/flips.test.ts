import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addReport } from '../../testing/matrix/world.ts';
import { setMember } from '../../testing/posts.ts';

let app: TestApp;
let beside: TestApp;
let author: TestMember;
let stranger: TestMember;
let follower: TestMember;
let post: { id: string; image_url: string };
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await beside.close();
  await app.close();
});
beforeEach(async () => {
  [author, stranger, follower] = [
    await addTestMember(app, { plan_name: 'Premium', accent: 'ochre' }),
    await addTestMember(app),
    await addTestMember(app),
  ];
  await change('POST', `/users/${author.id}/follow`, follower);
  const { status, json } = await app.call('POST', '/photos', { token: author.token, form: await formWith(1) });
  expect(status).toBe(201);
  post = json.data;
  await change('POST', `/photos/${post.id}/comments`, follower, { content: 'Well done.' });
});

/** Sends a change to one node; the other answers the reads. */
async function change(method: string, path: string, actor: TestMember, json?: unknown): Promise<void> {
  const { status, text } = await app.call(method, path, { token: actor.token, json });
  expect([status < 300, text]).toEqual([true, text]);
}
const save = (settings: object) => change('PUT', '/me/forum-settings', author, settings);

interface Seen {
  profile: 'open' | 'closed' | 'missing';
  /** The post is visible in lists, on its page and in notifications. */
  post: boolean;
  directory: boolean;
}

/** Returns what a viewer sees of the author, and asserts that all places agree. */
async function seenBy(actor: TestMember | undefined): Promise<Seen> {
  const ask = (path: string) => beside.call('GET', path, { token: actor?.token });
  const [profile, gallery, feed, followingFeed, mentions, postPage, commentList, media, searchResults] = await Promise.all([
    ask(`/users/${author.username}`),
    ask(`/users/${author.username}/photos`),
    ask('/photos'),
    ask('/photos?feed=following'),
    ask(`/photos?username=${author.username}`),
    ask(`/photos/${post.id}`),
    ask(`/photos/${post.id}/comments`),
    beside.call('GET', new URL(post.image_url, beside.url).href),
    ask(`/users?search=${author.username}`),
  ]);
  const profileState: Seen['profile'] = profile.status === 404 ? 'missing' : profile.json.data.is_private ? 'closed' : 'open';
  const isPublic = media.status === 200;
  // Visitors have no lists.
  if (actor === undefined) return { profile: profileState, post: isPublic, directory: false };
  const ways = [feed, mentions, postPage].map(({ status, text }) => status === 200 && text.includes(post.id));
  ways.push(commentList.status === 200 && commentList.text.includes('Well done.'));
  expect(ways).toEqual(ways.map(() => ways[0]));
  expect(followingFeed.text.includes(post.id)).toBe(ways[0] === true && actor === follower && isFollowing);
  if (profileState === 'open') expect([profile, gallery].map(({ text }) => text.includes(post.id))).toEqual([ways[0], ways[0]]);
  else expect(gallery.status).toBe(profileState === 'closed' ? 403 : 404);
  if (ways[0]) {
    // The image URL in the viewer's answer.
    const { image_url } = postPage.json.data;
    expect([image_url.includes('sig='), (await beside.call('GET', new URL(image_url, beside.url).href)).status]).toEqual([!isPublic, 200]);
  }
  return { profile: profileState, post: ways[0]!, directory: searchResults.text.includes(author.id) };
}
let isFollowing = true;
beforeEach(() => void (isFollowing = true));

async function expectSeen(byStranger: Seen, byFollower: Seen, byVisitor: Omit<Seen, 'directory'>): Promise<void> {
  expect(await seenBy(stranger)).toEqual(byStranger);
  expect(await seenBy(follower)).toEqual(byFollower);
  expect(await seenBy(undefined)).toEqual({ ...byVisitor, directory: false });
}
const fullyOpen: Seen = { profile: 'open', post: true, directory: true };
const nothing: Seen = { profile: 'missing', post: false, directory: false };

test('a change of visibility applies to the next request on another node', async () => {
  await expectSeen(fullyOpen, fullyOpen, fullyOpen);
  await save({ post_visibility: 'followers' });
  await expectSeen({ ...fullyOpen, post: false }, fullyOpen, { ...fullyOpen, post: false });
  await save({ profile_visibility: 'private' });
  const fullyClosed: Seen = { profile: 'closed', post: false, directory: false };
  await expectSeen(fullyClosed, { ...fullyClosed, post: true }, fullyClosed);
  await save({ profile_visibility: 'public' });
  await expectSeen({ ...fullyOpen, post: false }, fullyOpen, { ...fullyOpen, post: false });
  await save({ post_visibility: 'public' });
  await expectSeen(fullyOpen, fullyOpen, fullyOpen);
});

test('a change of contact visibility or a switch applies to the next request on another node', async () => {
  await setMember(app, author, { country: 'NG', phone: '+2348031234567' });
  const detailsFor = async (actor?: TestMember): Promise<string[]> =>
    Object.keys((await beside.call('GET', `/users/${author.username}`, { token: actor?.token })).json.data).filter((key) =>
      ['gender', 'country', 'phone'].includes(key),
    );
  expect(await detailsFor()).toEqual(['gender', 'country']);
  await save({ show_phone_number: true, show_location: false });
  expect(await detailsFor()).toEqual(['gender', 'phone']);
  await save({ contact_visibility: 'registered' });
  expect([await detailsFor(), await detailsFor(stranger)]).toEqual([[], ['gender', 'phone']]);
  await save({ contact_visibility: 'private' });
  expect([await detailsFor(stranger), await detailsFor(follower), await detailsFor(author)]).toEqual([
    [],
    [],
    ['gender', 'country', 'phone'],
  ]);
});

test('following and unfollowing apply to the next request on another node', async () => {
  await save({ post_visibility: 'followers' });
  const readCounts = async () => (await beside.call('GET', `/users/${author.username}`, { token: follower.token })).json.data;
  for (const [method, follows] of [
    ['DELETE', false],
    ['POST', true],
  ] as const) {
    await change(method, `/users/${author.id}/follow`, follower);
    isFollowing = follows;
    await expectSeen({ ...fullyOpen, post: false }, { ...fullyOpen, post: follows }, { ...fullyOpen, post: false });
    expect(await readCounts()).toMatchObject({
      is_following: follows,
      followers_count: Number(follows),
      stats: { photos_count: Number(follows) },
    });
  }
});

test('a block in either direction applies to the next request on another node', async () => {
  for (const [blocker, blocked] of [
    [author, stranger],
    [stranger, author],
  ] as const) {
    await change('POST', `/users/${blocked.id}/block`, blocker);
    await expectSeen(nothing, fullyOpen, fullyOpen);
    await change('DELETE', `/users/${blocked.id}/block`, blocker);
    await expectSeen(fullyOpen, fullyOpen, fullyOpen);
  }
  await change('POST', `/users/${follower.id}/block`, author);
  await expectSeen(fullyOpen, nothing, fullyOpen);
  await change('DELETE', `/users/${follower.id}/block`, author);
  // The block ended the follow for good.
  isFollowing = false;
  await expectSeen(fullyOpen, fullyOpen, fullyOpen);
});

test('a plan’s start and end apply to the next request on another node', async () => {
  const readShown = async (): Promise<unknown[]> => {
    const profile = await beside.call('GET', `/users/${author.username}`, { token: stranger.token });
    const feed = await beside.call('GET', '/photos', { token: stranger.token });
    const me = await beside.call('GET', '/me', { token: author.token });
    const card = feed.json.data.find(({ id }: { id: string }) => id === post.id).user;
    const private_ = await beside.call('PUT', '/me/forum-settings', { token: author.token, json: { profile_visibility: 'private' } });
    await setMember(app, author, { profile_visibility: 'public' });
    const { subscription, customisation } = profile.json.data;
    return [
      subscription.is_active,
      customisation.accent,
      card.subscription.is_active,
      me.json.data.viewer.images_per_post,
      private_.status,
    ];
  };
  const paid = [true, 'ochre', true, 3, 200];
  const free = [false, null, false, 1, 403];
  expect(await readShown()).toEqual(paid);
  await setMember(app, author, { plan_ends_at: new Date(Date.now() - 1_000) });
  expect(await readShown()).toEqual(free);
  await setMember(app, author, { plan_ends_at: new Date(Date.now() + 3_600_000) });
  expect(await readShown()).toEqual(paid);
  await setMember(app, author, { plan_name: null, plan_ends_at: null });
  expect(await readShown()).toEqual(free);
});

test('a change of role applies to the next request on another node', async () => {
  await save({ post_visibility: 'followers' });
  await addReport(app, follower, post);
  const opens = async (): Promise<boolean[]> =>
    Promise.all(
      [`/photos/${post.id}`, `/photos/${post.id}/comments`].map(
        async (path) => (await beside.call('GET', path, { token: stranger.token })).status === 200,
      ),
    );
  expect(await opens()).toEqual([false, false]);
  for (const role of ['moderator', 'admin']) {
    await setMember(app, stranger, { role });
    expect(await opens()).toEqual([true, true]);
    // A reported post can be viewed, but is in no list.
    expect((await beside.call('GET', `/users/${author.username}`, { token: stranger.token })).json.data.photos).toEqual([]);
    await setMember(app, stranger, { role: 'member' });
    expect(await opens()).toEqual([false, false]);
  }
});

test.each(['suspended_at', 'closed_at'])(
  'an account that is %s disappears from another node on the next request, and returns likewise',
  async (options) => {
    await setMember(app, author, { [options]: new Date() });
    await expectSeen(nothing, nothing, nothing);
    await setMember(app, author, { [options]: null });
    await expectSeen(fullyOpen, fullyOpen, fullyOpen);
  },
);
