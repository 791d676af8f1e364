/** @module-tag world */
import type { CommentThread } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addConversation, setMember } from '../../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let ada: TestMember;
let bisi: TestMember;
let photo: { id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => void ({ owner, ada, bisi, photo } = await addConversation(app)));

const say = (member: TestMember, content: string, replyTo?: string) =>
  app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content, reply_to: replyTo } });
const said = async (member: TestMember, content: string, to?: { id: string }): Promise<{ id: string }> =>
  (await say(member, content, to?.id)).json.data;
const list = async (member: TestMember): Promise<{ data: CommentThread[] }> =>
  (await app.call('GET', `/photos/${photo.id}/comments`, { token: member.token })).json;
const replies = async (member: TestMember, comment: { id: string }): Promise<{ meta: { total: number } }> =>
  (await app.call('GET', `/comments/${comment.id}/replies`, { token: member.token })).json;
const remove = async (member: TestMember, comment: { id: string }) =>
  (await app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: member.token })).status;
const counted = async (member: TestMember): Promise<number> =>
  (await app.call('GET', `/photos/${photo.id}`, { token: member.token })).json.data.comments_count;
const kept = async (comment: { id: string }) =>
  app.db.row('select content, member_id, replies_count, deleted_at is not null as is_deleted from comments where id = $1', [comment.id]);

test('twenty concurrent replies are all stored and counted once', async () => {
  const first = await said(ada, 'First');
  const answer = await said(bisi, 'Second', first);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => addTestMember(app)));
  const answers = await Promise.all(crowd.map((member, n) => say(member, `Reply ${n}`, n % 2 === 0 ? first.id : answer.id)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(await kept(first)).toMatchObject({ replies_count: 21 });
  expect([await counted(owner), (await replies(owner, first)).meta.total]).toEqual([22, 21]);
  const removed = await Promise.all(answers.flatMap(({ json }, n) => [remove(crowd[n]!, json.data), remove(owner, json.data)]));
  expect(removed.filter((status) => status === 200)).toHaveLength(20);
  expect([await counted(owner), await kept(first)]).toMatchObject([2, { replies_count: 1 }]);
});

test('a reply during the deletion of its comment is rejected or stored, with correct counts', async () => {
  for (let round = 0; round < 10; round += 1) {
    const first = await said(ada, `First ${round}`);
    const answer = await said(bisi, 'Second', first);
    const [replied, alsoReplied] = await Promise.all([
      say(owner, 'To the first', first.id),
      say(owner, 'To the second', answer.id),
      remove(ada, first),
      remove(bisi, answer),
    ]);
    const there = [replied, alsoReplied].filter(({ status }) => status === 201).length;
    expect([replied.status, alsoReplied.status].every((status) => status === 201 || status === 404)).toBe(true);
    expect(await kept(first)).toMatchObject({ replies_count: there, is_deleted: true });
    expect((await list(owner)).data.filter(({ id }) => id === first.id)).toHaveLength(there > 0 ? 1 : 0);
  }
  const { n } = (await app.db.row<{ n: number }>('select count(*)::int as n from comments where photo_id = $1 and deleted_at is null', [
    photo.id,
  ]))!;
  expect(await counted(owner)).toBe(n);
});

test('suspending members during replies keeps the counts exact', async () => {
  const first = await said(ada, 'First');
  const crowd = await Promise.all(Array.from({ length: 6 }, () => addTestMember(app)));
  for (let round = 0; round < 4; round += 1)
    await Promise.all(
      crowd.flatMap((member, n) => [
        say(member, 'Reply', first.id),
        setMember(app, member, { suspended_at: (n + round) % 2 === 0 ? new Date() : null }),
      ]),
    );
  const expected = await app.db.row(
    'select count(*)::int as n from comments c join members m on m.id = c.member_id and m.is_live where c.thread_id = $1 and c.deleted_at is null',
    [first.id],
  );
  expect({ n: ((await kept(first)) as { replies_count: number }).replies_count }).toEqual(expected);
  expect(await app.db.row('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual({ deadlocks: 0 });
});
