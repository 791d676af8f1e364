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

const send = async (who: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const response = await app.call(method, path, { token: who.token, ...(json !== undefined && { json }) });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response.json.data;
};
const like = (who: TestMember) => send(who, 'POST', `/photos/${photo.id}/like`);
const comment = (who: TestMember, content = 'Ndewo') => send(who, 'POST', `/photos/${photo.id}/comments`, { content });
const likeAll = async (): Promise<void> => {
  for (const fan of fans) await like(fan);
};
const read = async (query = 'grouped=1', who = owner) => {
  const { status, json } = await app.call('GET', `/forum/notifications?${query}`, { token: who.token });
  expect(status).toBe(200);
  const { notifications, unread_count } = json.data as { notifications: Notification[]; unread_count: number };
  return { notifications, messages: notifications.map(({ message }) => message), unread: unread_count, meta: json.meta };
};

test('likes of one photo form a group named by the newest; comments form another, and follows stay single', async () => {
  await likeAll();
  for (const fan of fans.slice(0, 2)) await comment(fan);
  for (const fan of fans.slice(0, 2)) await send(fan, 'POST', `/users/${owner.id}/follow`);
  const { notifications, messages, unread, meta } = await read();
  expect(messages).toEqual([
    'Chidi followed you',
    'Bisi followed you',
    'Chidi and 1 other commented on your photo “Uli wall”',
    'Hauwa and 6 others liked your photo “Uli wall”',
  ]);
  expect([unread, meta.total, meta.next_cursor]).toEqual([11, 4, null]);
  const [, alone, , likes] = notifications;
  expect(alone).toMatchObject({ group: null, follower: { id: fans[0]!.id, is_following: false, viewer: { may_follow: true } } });
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
  const plain = await read('');
  expect([plain.notifications.length, plain.meta.total, plain.notifications.some(({ group }) => group)]).toEqual([8, 8, false]);
  expect(plain.notifications[0]).toMatchObject({ excerpt: 'The **red** one', action_url: expect.stringMatching(/#comment-/) });
  const likes = (await read()).notifications[1]!;
  const first = await read(`group=${likes.id}&per_page=4`);
  const rest = await read(`group=${likes.id}&per_page=4&cursor=${first.meta.next_cursor}`);
  expect([...first.notifications, ...rest.notifications].map(({ user }) => user?.id)).toEqual(fans.toReversed().map(({ id }) => id));
  expect([first.meta.total, rest.meta.next_cursor]).toEqual([7, null]);
  for (const [group, who] of [
    [likes.id, fans[0]!],
    [newId(), owner],
    ['nonsense', owner],
  ] as const)
    expect(await read(`group=${group}`, who)).toMatchObject({ notifications: [], meta: { total: 0 } });
});

test('three comments by one member name that member alone', async () => {
  for (let times = 0; times < 3; times += 1) await comment(fans[0]!);
  expect((await read()).notifications).toMatchObject([
    { message: 'Bisi commented on your photo “Uli wall”', group: { count: 3, others_count: 0 } },
  ]);
});

test('replies are grouped by topic', async () => {
  const [one, other] = [await addTestTopic(app, owner, { title: 'Looms' }), await addTestTopic(app, owner, { title: 'Vats' })];
  for (const fan of fans.slice(0, 3)) await send(fan, 'POST', `/forum/topics/${one.id}/posts`, { body: 'So' });
  await send(fans[0]!, 'POST', `/forum/topics/${other.id}/posts`, { body: 'So' });
  expect((await read()).messages).toEqual(['Bisi replied in your topic “Vats”', 'Dayo and 2 others replied in “Looms”']);
});

test('marking a group as read marks its notifications but no later ones', async () => {
  for (const fan of fans.slice(0, 3)) await like(fan);
  const [group] = (await read()).notifications;
  await like(fans[3]!);
  await comment(fans[0]!);
  await send(owner, 'PATCH', `/forum/notifications/${group!.id}/mark-read?grouped=1`);
  expect(await read('grouped=1&filter=unread')).toMatchObject({
    messages: ['Bisi commented on your photo “Uli wall”', 'Efe liked your photo “Uli wall”'],
    unread: 2,
    meta: { total: 2 },
  });
  expect((await read('grouped=1&filter=read')).messages).toEqual(['Dayo and 2 others liked your photo “Uli wall”']);
  expect((await read()).messages).toHaveLength(3);
  await send(owner, 'POST', '/forum/notifications/mark-all-read');
  expect((await read()).messages).toEqual(['Bisi commented on your photo “Uli wall”', 'Efe and 3 others liked your photo “Uli wall”']);
});

test('marking without `grouped` marks one notification; another member’s group is not found', async () => {
  for (const fan of fans.slice(0, 3)) await like(fan);
  const [group] = (await read()).notifications;
  const { status } = await app.call('PATCH', `/forum/notifications/${group!.id}/mark-read?grouped=1`, { token: fans[0]!.token });
  expect([status, (await read()).unread]).toEqual([404, 3]);
  await send(owner, 'PATCH', `/forum/notifications/${group!.id}/mark-read`);
  expect((await read()).messages).toEqual(['Dayo liked your photo “Uli wall”', 'Chidi and 1 other liked your photo “Uli wall”']);
});

test.each<[string, (newest: TestMember) => Promise<unknown>]>([
  ['blocked', (newest) => block(app, owner, newest)],
  ['muted', (newest) => mute(app, owner, newest)],
  ['suspended', (newest) => setMember(app, newest, { suspended_at: new Date() })],
])('a member who is %s is not named, counted or pictured in a group', async (_name, happens) => {
  const newest = await addTestMember(app, { name: 'Ike' });
  for (const fan of [fans[0]!, fans[1]!, newest]) await like(fan);
  await happens(newest);
  expect((await read()).notifications).toMatchObject([
    {
      message: 'Chidi and 1 other liked your photo “Uli wall”',
      group: { count: 2, others_count: 1, members: [{ name: 'Chidi' }, { name: 'Bisi' }] },
    },
  ]);
  expect((await read()).meta.total).toBe(1);
});

test('a group disappears with its photo, and a deleted comment leaves it', async () => {
  const [, { id }] = [await comment(fans[0]!), await comment(fans[1]!)];
  await send(fans[1]!, 'DELETE', `/photos/${photo.id}/comments/${id}`);
  expect((await read()).messages).toEqual(['Bisi commented on your photo “Uli wall”']);
  await setPhotoGone(app, photo, 'deleted_at');
  expect(await read()).toMatchObject({ messages: [], unread: 0, meta: { total: 0 } });
});

test('pages do not repeat or skip a group while new ones arrive', async () => {
  const photos = [photo];
  for (let n = 0; n < 4; n += 1) photos.push(await addTestPhoto(app, owner, { title: `Wall ${n}` }));
  for (const fan of fans.slice(0, 2)) for (const { id } of photos) await send(fan, 'POST', `/photos/${id}/like`);
  const first = await read('grouped=1&per_page=2');
  await comment(fans[3]!);
  const second = await read(`grouped=1&per_page=2&cursor=${first.meta.next_cursor}`);
  const third = await read(`grouped=1&per_page=2&cursor=${second.meta.next_cursor}`);
  const seen = [first, second, third].flatMap(({ notifications }) => notifications.map(({ action_url }) => action_url));
  expect(seen).toEqual(photos.toReversed().map(({ id }) => `/post/${id}`));
  expect([first.meta.total, third.meta.next_cursor]).toEqual([5, null]);
});

test('a photo with thousands of likes is one group, counted up to a hundred, and later groups are still listed', async () => {
  const topic = await addTestTopic(app, owner, { title: 'Looms' });
  await addTestReply(app, topic, fans[0]!);
  await send(fans[1]!, 'POST', `/users/${owner.id}/follow`);
  await addTestCrowd(app, { ownerId: owner.id, photoId: photo.id, count: 2_100, idsFrom: 'ffff0000' });
  const first = await read();
  expect(first.messages).toEqual(['Crowd and 99+ others liked your photo “Uli wall”']);
  expect(first.notifications[0]?.group).toMatchObject({ count: 100, others_count: 99 });
  const messages: string[] = [];
  let pages = 0;
  for (let cursor: string | null = first.meta.next_cursor; cursor !== null; pages += 1) {
    const page = await read(`grouped=1&cursor=${cursor}`);
    messages.push(...page.messages);
    cursor = page.meta.next_cursor;
  }
  expect([messages, pages]).toEqual([['Chidi followed you'], 2]);
  const { id } = first.notifications[0]!;
  await send(owner, 'PATCH', `/forum/notifications/${id}/mark-read?grouped=1`);
  expect((await read()).unread).toBe(1);
});

test.each(['grouped=yes', 'grouped=2'])('%s is refused', async (query) => {
  const { status, json } = await app.call('GET', `/forum/notifications?${query}`, { token: owner.token });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['grouped']]);
});
