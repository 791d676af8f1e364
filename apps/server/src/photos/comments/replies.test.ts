import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addConversation, addTestPhoto, block, mute, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';

describe('replies to comments', () => {
  let app: TestApp;
  let owner: TestMember;
  let ada: TestMember;
  let bisi: TestMember;
  let photo: { id: string };
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => void ({ owner, ada, bisi, photo } = await addConversation(app)));

  const say = (member: TestMember, content: string, replyTo?: unknown, below: { id: string } = photo) =>
    app.call('POST', `/photos/${below.id}/comments`, { token: member.token, json: { content, reply_to: replyTo } });
  const said = async (member: TestMember, content: string, to?: { id: string }): Promise<CommentInConversation> =>
    (await say(member, content, to?.id)).json.data;
  const open = (member: TestMember, comment: { id: string }) => app.call('GET', `/comments/${comment.id}`, { token: member.token });
  const openReplies = (member: TestMember, comment: { id: string }, query = '') =>
    app.call('GET', `/comments/${comment.id}/replies${query}`, { token: member.token });
  const list = async (member: TestMember, query = ''): Promise<{ data: CommentThread[]; meta: Record<string, unknown> }> =>
    (await app.call('GET', `/photos/${photo.id}/comments${query}`, { token: member.token })).json;
  const replies = async (member: TestMember, comment: { id: string }, query = ''): Promise<{ data: CommentInConversation[]; meta: any }> =>
    (await openReplies(member, comment, query)).json;
  const remove = async (member: TestMember, comment: { id: string }) =>
    (await app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: member.token })).status;
  const counted = async (member: TestMember): Promise<number> =>
    (await app.call('GET', `/photos/${photo.id}`, { token: member.token })).json.data.comments_count;
  /** Returns the texts of a conversation: each comment with its replies, oldest first. */
  const outline = async (member: TestMember): Promise<unknown[]> =>
    (await list(member)).data
      .map((thread) => [
        thread.is_deleted ? null : thread.content,
        thread.replies_count,
        ...thread.replies.map(({ content }) => content).toReversed(),
      ])
      .toReversed();

  test('replies and replies to replies are in one thread', async () => {
    const first = await said(ada, 'Whose hand?');
    const answer = await said(bisi, 'My aunt’s', first);
    const { status, json } = await say(ada, 'Greet her', answer.id);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      thread_id: first.id,
      reply_to: { id: answer.id, user: { id: bisi.id, username: bisi.username, name: 'Bisi' } },
      viewer: { may_delete: true, may_like: true, may_reply: true },
    });
    await said(owner, 'Lovely, both');
    const { data, meta } = await list(owner);
    expect(data.map(({ content, thread_id, reply_to }) => [content, thread_id, reply_to])).toEqual([
      ['Lovely, both', null, null],
      ['Whose hand?', null, null],
    ]);
    expect(data[1]).toMatchObject({
      is_deleted: false,
      replies_count: 2,
      replies_cursor: null,
      replies: [{ content: 'Greet her' }, { content: 'My aunt’s' }],
    });
    expect(meta).toMatchObject({ total: 2, total_is_capped: false });
    expect(await counted(owner)).toBe(4);
    expect((await open(bisi, json.data)).json.data).toMatchObject({
      content: 'Greet her',
      thread_id: first.id,
      viewer: { may_delete: false },
    });
  });

  test('a thread contains its newest three replies, and the others are paged without repeats', async () => {
    const first = await said(ada, 'First');
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await said(bisi, word, first);
    const thread = (await list(ada)).data[0]!;
    expect(thread).toMatchObject({ replies_count: 8, replies: [{ content: 'h' }, { content: 'g' }, { content: 'f' }] });
    const seenIds: string[] = [];
    for (let cursor: string | null = thread.replies_cursor; cursor !== null;) {
      const page = await replies(ada, first, `?per_page=2&cursor=${cursor}`);
      seenIds.push(...page.data.map(({ content }) => content));
      await said(owner, 'late', first);
      cursor = page.meta.next_cursor;
    }
    expect(seenIds).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect((await replies(ada, first)).meta).toMatchObject({ total: 11, next_cursor: null });
    expect((await replies(ada, first, '?per_page=4&page=3')).data.map(({ content }) => content)).toEqual(['c', 'b', 'a']);
    expect((await replies(ada, first, '?page=9')).data).toEqual([]);
    // A reply to a reply joins the same thread.
    expect((await replies(ada, thread.replies[0]!)).meta.total).toBe(0);
  });

  test.each([
    ['an unknown id', () => newId()],
    ['a malformed id', () => 'abc'],
    [
      'a deleted comment',
      async () => {
        const gone = await said(ada, 'Gone');
        await remove(ada, gone);
        return gone.id;
      },
    ],
    [
      'a comment below another post',
      async () => {
        const elsewhere = await addTestPhoto(app, owner);
        return (await say(ada, 'There', undefined, elsewhere)).json.data.id as string;
      },
    ],
    [
      'a comment by somebody who blocked them',
      async () => {
        const comment = await said(ada, 'Hidden');
        await block(app, ada, bisi);
        return comment.id;
      },
    ],
    [
      'a comment by a suspended member',
      async () => {
        const comment = await said(ada, 'Hidden');
        await setMember(app, ada, { suspended_at: new Date() });
        return comment.id;
      },
    ],
  ])('replying to %s is not found, and nothing is stored', async (_name, make) => {
    const id = await make();
    const before = await app.db.row('select count(*)::int as n from comments');
    const { status, json } = await say(bisi, 'A reply', id);
    expect([status, json.code, json.reason]).toEqual([404, 'not_found', 'commentNotFound']);
    expect(await app.db.row('select count(*)::int as n from comments')).toEqual(before);
  });

  test.each([[1], [['a']], [{}], ['x'.repeat(65)]])('the reply_to value %j is rejected', async (replyTo) => {
    const { status, json } = await say(bisi, 'A reply', replyTo);
    expect([status, Object.keys(json.errors)]).toEqual([422, ['reply_to']]);
    expect(await counted(owner)).toBe(0);
  });

  test('comments on a post that does not reach the viewer cannot be read or answered', async () => {
    const follower = await addTestMember(app);
    await app.call('POST', `/users/${owner.id}/follow`, { token: follower.token });
    const first = await said(ada, 'First');
    const answer = await said(bisi, 'Second', first);
    await setMember(app, owner, { post_visibility: 'followers' });
    for (const comment of [first, answer]) {
      expect((await say(ada, 'More', comment.id)).status).toBe(404);
      expect((await open(ada, comment)).status).toBe(404);
      expect((await openReplies(ada, comment)).status).toBe(404);
      expect((await open(follower, comment)).status).toBe(200);
    }
    expect((await replies(follower, first)).data).toMatchObject([{ content: 'Second' }]);
    await setMember(app, owner, { post_visibility: 'public' });
    await setPhotoGone(app, photo, 'removed_at');
    expect((await say(ada, 'More', first.id)).status).toBe(404);
    expect((await openReplies(ada, first)).status).toBe(404);
  });

  test('a deleted comment with replies leaves a tombstone until the last reply is deleted', async () => {
    const first = await said(ada, 'Whose hand?');
    const [answer, second] = [await said(bisi, 'My aunt’s', first), await said(owner, 'And mine', first)];
    await app.call('POST', `/comments/${first.id}/like`, { token: bisi.token });
    expect(await remove(ada, first)).toBe(200);
    expect(await outline(bisi)).toEqual([[null, 2, 'My aunt’s', 'And mine']]);
    const [line] = (await list(bisi)).data;
    expect(line).toMatchObject({
      id: first.id,
      content: '',
      user: null,
      mentions: [],
      likes_count: 0,
      viewer: { may_delete: false, may_report: false, may_like: false, may_reply: false },
    });
    expect(line!.replies.map(({ reply_to }) => reply_to)).toEqual([null, null]);
    expect((await open(bisi, first)).status).toBe(404);
    expect((await replies(bisi, first)).meta.total).toBe(2);
    for (const method of ['POST', 'DELETE'])
      expect((await app.call(method, `/comments/${first.id}/like`, { token: bisi.token })).status).toBe(404);
    expect([await counted(bisi), (await list(bisi)).meta['total']]).toEqual([2, 1]);
    await said(ada, 'Still talking', answer);
    expect(await outline(bisi)).toEqual([[null, 3, 'My aunt’s', 'And mine', 'Still talking']]);
    for (const [member, comment] of [
      [bisi, answer],
      [owner, second],
    ] as const)
      expect(await remove(member, comment)).toBe(200);
    expect(await outline(bisi)).toEqual([[null, 1, 'Still talking']]);
    expect(await remove(owner, (await list(owner)).data[0]!.replies[0]!)).toBe(200);
    expect([await outline(bisi), await counted(bisi), (await list(bisi)).meta['total']]).toEqual([[], 0, 0]);
    expect((await openReplies(bisi, first)).status).toBe(404);
  });

  test('a reply to a deleted reply stays without an addressee', async () => {
    const first = await said(ada, 'First');
    const answer = await said(bisi, 'Second', first);
    await said(owner, 'Third', answer);
    await remove(bisi, answer);
    expect((await list(ada)).data[0]).toMatchObject({
      replies_count: 1,
      replies: [{ content: 'Third', reply_to: null, thread_id: first.id }],
    });
  });

  test('threads exclude blocked, muted, suspended and closed members, but keep replies to them', async () => {
    const reader = await addTestMember(app);
    const first = await said(ada, 'From Ada');
    const answer = await said(bisi, 'From Bisi', first);
    await said(owner, 'To Bisi', answer);
    await said(ada, 'To Olu', await said(owner, 'From Olu'));
    const all = [
      ['From Ada', 2, 'From Bisi', 'To Bisi'],
      ['From Olu', 1, 'To Olu'],
    ];
    expect(await outline(reader)).toEqual(all);
    const withoutAda = [
      [null, 2, 'From Bisi', 'To Bisi'],
      ['From Olu', 0],
    ];
    const withoutBisi = [
      ['From Ada', 1, 'To Bisi'],
      ['From Olu', 1, 'To Olu'],
    ];
    const totals = async () => [await counted(reader), (await list(reader)).meta['total'], (await replies(reader, first)).meta.total];
    for (const hide of [block, mute, (_: unknown, a: TestMember, b: TestMember) => block(app, b, a)]) {
      for (const [member, seenIds, all] of [
        [ada, withoutAda, [3, 2, 2]],
        [bisi, withoutBisi, [4, 2, 1]],
      ] as const) {
        await hide(app, reader, member);
        expect(await outline(reader)).toEqual(seenIds);
        expect(await totals()).toEqual(all);
        if (member === bisi) expect((await list(reader)).data[1]!.replies[0]!.reply_to).toBeNull();
        await Promise.all([unblock(app, reader, member), unblock(app, member, reader), app.db.run('delete from mutes')]);
      }
    }
    for (const [member, seenIds, all] of [
      [ada, withoutAda, [3, 2, 2]],
      [bisi, withoutBisi, [4, 2, 1]],
    ] as const) {
      await setMember(app, member, { suspended_at: new Date() });
      expect(await outline(reader)).toEqual(seenIds);
      expect(await totals()).toEqual(all);
      await setMember(app, member, { suspended_at: null });
    }
    expect(await outline(reader)).toEqual(all);
    for (const member of [ada, bisi]) await block(app, reader, member);
    await setMember(app, owner, { suspended_at: new Date() });
    expect((await openReplies(reader, first)).status).toBe(404);
  });
});

describe('concurrent replies', { tags: ['world'] }, () => {
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
});
