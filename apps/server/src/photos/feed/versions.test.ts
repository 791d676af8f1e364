import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';

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
