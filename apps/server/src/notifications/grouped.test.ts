import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestReply, addTestTopic } from '../testing/forum.ts';
import { addTestCrowd, addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let fans: TestMember[];
let photo: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  fans = await Promise.all(['Bisi', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Hauwa'].map((name) => addTestMember(app, { name })));
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await addTestMember(app, { name: 'Ada' });
  photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
});

const send = async (caller: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const response = await app.call(method, path, { token: caller.token, ...(json !== undefined && { json }) });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response.json.data;
};
const like = (caller: TestMember) => send(caller, 'POST', `/photos/${photo.id}/like`);
const comment = (caller: TestMember, content = 'Ndewo') => send(caller, 'POST', `/photos/${photo.id}/comments`, { content });
const likeAll = async (): Promise<void> => {
  for (const fan of fans) await like(fan);
};
const list = async (query = 'grouped=1', caller = owner) => {
  const { status, json } = await app.call('GET', `/forum/notifications?${query}`, { token: caller.token });
  expect(status).toBe(200);
  const { notifications, unread_count } = json.data as { notifications: Notification[]; unread_count: number };
  return { notifications, messages: notifications.map(({ message }) => message), unread: unread_count, meta: json.meta };
};

test('likes of one photo form a group named by the newest; comments form another, and follows stay single', async () => {
  await likeAll();
  for (const fan of fans.slice(0, 2)) await comment(fan);
  for (const fan of fans.slice(0, 2)) await send(fan, 'POST', `/users/${owner.id}/follow`);
  const { notifications, messages, unread, meta } = await list();
  expect(messages).toEqual([
    'Chidi followed you',
    'Bisi followed you',
    'Chidi and 1 other commented on your photo “Uli wall”',
    'Hauwa and 6 others liked your photo “Uli wall”',
  ]);
  expect([unread, meta.total, meta.next_cursor]).toEqual([11, 4, null]);
  const [, commentGroup, , likes] = notifications;
  expect(commentGroup).toMatchObject({ group: null, follower: { id: fans[0]!.id, is_following: false, viewer: { may_follow: true } } });
  expect(likes).toMatchObject({
    reason: 'photoLikedByOthers',
    params: { name: 'Hauwa', others: 6, title: 'Uli wall' },
    group: {
      count: 7,
      others_count: 6,
      members: fans
        .slice(2)
        .toReversed()
        .map(({ id }) => ({ id })),
    },
    photo: { width: expect.any(Number), height: expect.any(Number), url: expect.stringMatching(/^\/media\//) },
  });
});

test('the ungrouped call lists single notifications, and so does the call for one group', async () => {
  await likeAll();
  await comment(fans[0]!, 'The **red** one');
  const ungrouped = await list('');
  expect([ungrouped.notifications.length, ungrouped.meta.total, ungrouped.notifications.some(({ group }) => group)]).toEqual([8, 8, false]);
  expect(ungrouped.notifications[0]).toMatchObject({ excerpt: 'The **red** one', action_url: expect.stringMatching(/#comment-/) });
  const likes = (await list()).notifications[1]!;
  const first = await list(`group=${likes.id}&per_page=4`);
  const nextPage = await list(`group=${likes.id}&per_page=4&cursor=${first.meta.next_cursor}`);
  expect([...first.notifications, ...nextPage.notifications].map(({ user }) => user?.id)).toEqual(fans.toReversed().map(({ id }) => id));
  expect([first.meta.total, nextPage.meta.next_cursor]).toEqual([7, null]);
  for (const [group, caller] of [
    [likes.id, fans[0]!],
    [newId(), owner],
    ['nonsense', owner],
  ] as const)
    expect(await list(`group=${group}`, caller)).toMatchObject({ notifications: [], meta: { total: 0 } });
});

test('three comments by one member name that member alone', async () => {
  for (let times = 0; times < 3; times += 1) await comment(fans[0]!);
  expect((await list()).notifications).toMatchObject([
    { message: 'Bisi commented on your photo “Uli wall”', group: { count: 3, others_count: 0 } },
  ]);
});

test('replies are grouped by topic', async () => {
  const [firstTopic, secondTopic] = [await addTestTopic(app, owner, { title: 'Looms' }), await addTestTopic(app, owner, { title: 'Vats' })];
  for (const fan of fans.slice(0, 3)) await send(fan, 'POST', `/forum/topics/${firstTopic.id}/posts`, { body: 'So' });
  await send(fans[0]!, 'POST', `/forum/topics/${secondTopic.id}/posts`, { body: 'So' });
  expect((await list()).messages).toEqual(['Bisi replied in your topic “Vats”', 'Dayo and 2 others replied in “Looms”']);
});

test('marking a group as read marks its notifications but no later ones', async () => {
  for (const fan of fans.slice(0, 3)) await like(fan);
  const [group] = (await list()).notifications;
  await like(fans[3]!);
  await comment(fans[0]!);
  await send(owner, 'PATCH', `/forum/notifications/${group!.id}/mark-read?grouped=1`);
  expect(await list('grouped=1&filter=unread')).toMatchObject({
    messages: ['Bisi commented on your photo “Uli wall”', 'Efe liked your photo “Uli wall”'],
    unread: 2,
    meta: { total: 2 },
  });
  expect((await list('grouped=1&filter=read')).messages).toEqual(['Dayo and 2 others liked your photo “Uli wall”']);
  expect((await list()).messages).toHaveLength(3);
  await send(owner, 'POST', '/forum/notifications/mark-all-read');
  expect((await list()).messages).toEqual(['Bisi commented on your photo “Uli wall”', 'Efe and 3 others liked your photo “Uli wall”']);
});

test('marking without `grouped` marks one notification as read; another member’s group is not found', async () => {
  for (const fan of fans.slice(0, 3)) await like(fan);
  const [group] = (await list()).notifications;
  const { status } = await app.call('PATCH', `/forum/notifications/${group!.id}/mark-read?grouped=1`, { token: fans[0]!.token });
  expect([status, (await list()).unread]).toEqual([404, 3]);
  await send(owner, 'PATCH', `/forum/notifications/${group!.id}/mark-read`);
  expect((await list()).messages).toEqual(['Dayo liked your photo “Uli wall”', 'Chidi and 1 other liked your photo “Uli wall”']);
});

test.each<[string, (newest: TestMember) => Promise<unknown>]>([
  ['blocked', (newest) => block(app, owner, newest)],
  ['muted', (newest) => mute(app, owner, newest)],
  ['suspended', (newest) => setMember(app, newest, { suspended_at: new Date() })],
])('a member who is %s is not named, counted or pictured in a group', async (_name, happens) => {
  const newest = await addTestMember(app, { name: 'Ike' });
  for (const fan of [fans[0]!, fans[1]!, newest]) await like(fan);
  await happens(newest);
  expect((await list()).notifications).toMatchObject([
    {
      message: 'Chidi and 1 other liked your photo “Uli wall”',
      group: { count: 2, others_count: 1, members: [{ name: 'Chidi' }, { name: 'Bisi' }] },
    },
  ]);
  expect((await list()).meta.total).toBe(1);
});

test('a group disappears with its photo, and a deleted comment leaves its group', async () => {
  const [, { id }] = [await comment(fans[0]!), await comment(fans[1]!)];
  await send(fans[1]!, 'DELETE', `/photos/${photo.id}/comments/${id}`);
  expect((await list()).messages).toEqual(['Bisi commented on your photo “Uli wall”']);
  await setPhotoGone(app, photo, 'deleted_at');
  expect(await list()).toMatchObject({ messages: [], unread: 0, meta: { total: 0 } });
});

test('pages do not repeat or skip a group while new ones arrive', async () => {
  const photos = [photo];
  for (let n = 0; n < 4; n += 1) photos.push(await addTestPhoto(app, owner, { title: `Wall ${n}` }));
  for (const fan of fans.slice(0, 2)) for (const { id } of photos) await send(fan, 'POST', `/photos/${id}/like`);
  const first = await list('grouped=1&per_page=2');
  await comment(fans[3]!);
  const second = await list(`grouped=1&per_page=2&cursor=${first.meta.next_cursor}`);
  const third = await list(`grouped=1&per_page=2&cursor=${second.meta.next_cursor}`);
  const addresses = [first, second, third].flatMap(({ notifications }) => notifications.map(({ action_url }) => action_url));
  expect(addresses).toEqual(photos.toReversed().map(({ id }) => `/post/${id}`));
  expect([first.meta.total, third.meta.next_cursor]).toEqual([5, null]);
});

test('a photo with thousands of likes is one group, counted up to a hundred, and later groups are still listed', async () => {
  const topic = await addTestTopic(app, owner, { title: 'Looms' });
  await addTestReply(app, topic, fans[0]!);
  await send(fans[1]!, 'POST', `/users/${owner.id}/follow`);
  await addTestCrowd(app, { ownerId: owner.id, photoId: photo.id, count: 2_100, idsFrom: 'ffff0000' });
  const first = await list();
  expect(first.messages).toEqual(['Crowd and 99+ others liked your photo “Uli wall”']);
  expect(first.notifications[0]?.group).toMatchObject({ count: 100, others_count: 99 });
  const messages: string[] = [];
  let pages = 0;
  for (let cursor: string | null = first.meta.next_cursor; cursor !== null; pages += 1) {
    const page = await list(`grouped=1&cursor=${cursor}`);
    messages.push(...page.messages);
    cursor = page.meta.next_cursor;
  }
  expect([messages, pages]).toEqual([['Chidi followed you'], 2]);
  const { id } = first.notifications[0]!;
  await send(owner, 'PATCH', `/forum/notifications/${id}/mark-read?grouped=1`);
  expect((await list()).unread).toBe(1);
});

test.each(['grouped=yes', 'grouped=2'])('the query %s is refused', async (query) => {
  const { status, json } = await app.call('GET', `/forum/notifications?${query}`, { token: owner.token });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['grouped']]);
});
