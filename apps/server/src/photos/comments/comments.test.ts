import type { Notification } from '@mbari/contract/notifications/notifications';
import type { Comment, CommentInConversation } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addConversation, addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { eraseComments } from './delete-comment.ts';

describe('comments', () => {
  let app: TestApp;
  let owner: TestMember;
  let talker: TestMember;
  let otherMember: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    [owner, talker, otherMember] = await Promise.all([
      addTestMember(app, { name: 'Ada' }),
      addTestMember(app, { name: 'Bisi' }),
      addTestMember(app),
    ]);
  });
  afterAll(() => app.close());

  const say = (member: TestMember, photo: { id: string }, content: unknown) =>
    app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content } });
  const said = async (member: TestMember, photo: { id: string }, content = 'Ndewo'): Promise<Comment> =>
    (await say(member, photo, content)).json.data;
  const list = async (member: TestMember, photo: { id: string }, query = '') =>
    (await app.call('GET', `/photos/${photo.id}/comments${query}`, { token: member.token })).json as {
      data: Comment[];
      meta: { total: number; next_cursor: string | null };
    };
  const remove = async (member: TestMember, photo: { id: string }, comment: { id: string }) => {
    const { status, json } = await app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: member.token });
    return status === 200 ? status : `${status} ${json.code}`;
  };
  const count = async (photo: { id: string }): Promise<number> =>
    (await app.db.row<{ n: number }>('select comments_count as n from photos where id = $1', [photo.id]))!.n;

  test('a comment is trimmed, counted and listed newest first, and notifies the owner', async () => {
    const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
    const { status, json } = await say(talker, photo, '  Whose hand was this?\n ');
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      content: 'Whose hand was this?',
      user: { id: talker.id, name: 'Bisi' },
      viewer: { may_delete: true },
    });
    await said(owner, photo, 'My aunt’s');
    const { data, meta } = await list(otherMember, photo);
    expect([data.map(({ content }) => content), meta.total]).toEqual([['My aunt’s', 'Whose hand was this?'], 2]);
    expect(data.every(({ viewer }) => !viewer.may_delete)).toBe(true);
    const { json: notified } = await app.call('GET', '/forum/notifications', { token: owner.token });
    expect(notified.data).toMatchObject({
      unread_count: 1,
      notifications: [
        { type: 'comment', message: 'Bisi commented on your photo “Uli wall”', action_url: `/post/${photo.id}#comment-${json.data.id}` },
      ],
    });
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['invisible characters', '\u200b\u200d'],
    ['1001 characters', 'a'.repeat(1001)],
    ['a list', ['a']],
    ['a number', 1],
  ])('a comment of %s is refused and nothing is stored', async (_name, content) => {
    const photo = await addTestPhoto(app, owner);
    const { status, json } = await say(talker, photo, content);
    expect([status, Object.keys(json.errors)]).toEqual([422, ['content']]);
    expect(await count(photo)).toBe(0);
  });

  test('a thousand characters with emoji are stored unchanged', async () => {
    const photo = await addTestPhoto(app, owner);
    const content = '🥁'.repeat(1000);
    expect((await said(talker, photo, content)).content).toBe(content);
  });

  test('only the author, the owner of the post and organisers delete a comment', async () => {
    const photo = await addTestPhoto(app, owner);
    const moderator = await addTestMember(app, { role: 'moderator' });
    for (const member of [talker, owner, moderator]) {
      const comment = await said(talker, photo);
      const seen = (await list(member, photo)).data.find(({ id }) => id === comment.id)!;
      expect(seen.viewer.may_delete).toBe(true);
      expect(await remove(otherMember, photo, comment)).toBe('403 not_author');
      expect(await remove(member, photo, comment)).toBe(200);
      expect(await remove(member, photo, comment)).toBe('404 not_found');
    }
    expect(await count(photo)).toBe(0);
    expect((await list(otherMember, photo)).data).toEqual([]);
  });

  test('a comment is not found at another post’s address', async () => {
    const [photo, elsewhere] = [await addTestPhoto(app, owner), await addTestPhoto(app, owner)];
    const comment = await said(talker, photo);
    const moderator = await addTestMember(app, { role: 'moderator' });
    for (const member of [owner, talker, moderator]) expect(await remove(member, elsewhere, comment)).toBe('404 not_found');
    expect(await count(photo)).toBe(1);
  });

  test('members can delete their own comments on posts they can no longer see, but not others’', async () => {
    const host = await addTestMember(app);
    const photo = await addTestPhoto(app, host);
    const [mine, theirs] = [await said(talker, photo), await said(otherMember, photo)];
    const moderator = await addTestMember(app, { role: 'moderator' });
    await setMember(app, host, { post_visibility: 'followers' });
    expect(await remove(moderator, photo, theirs)).toBe('404 not_found');
    expect(await remove(talker, photo, theirs)).toBe('404 not_found');
    await block(app, host, talker);
    expect(await remove(talker, photo, mine)).toBe(200);
    await setPhotoGone(app, photo, 'deleted_at');
    expect(await remove(otherMember, photo, theirs)).toBe(200);
  });

  test('the sweep erases a deleted comment, unless a report is open', async () => {
    const photo = await addTestPhoto(app, owner);
    const [deleted, fresh, reported, stored] = [
      await said(talker, photo),
      await said(talker, photo),
      await said(talker, photo),
      await said(talker, photo),
    ];
    const report = { subject_type: 'comment', subject_id: reported.id, reason: 'spam' };
    expect((await app.call('POST', '/reports', { token: otherMember.token, json: report })).status).toBe(201);
    for (const comment of [deleted, fresh, reported]) expect(await remove(talker, photo, comment)).toBe(200);
    await app.db.run(`update comments set deleted_at = deleted_at - interval '8 days' where id = any($1::uuid[])`, [
      [deleted.id, reported.id],
    ]);
    const sweep = async (): Promise<unknown> => {
      await addJob(app.db, 'sweep_deleted_comments', null);
      await runJobs(app.context);
      return (await app.db.rows<{ id: string }>('select id from comments where photo_id = $1 order by id', [photo.id])).map(({ id }) => id);
    };
    expect(await sweep()).toEqual([fresh.id, reported.id, stored.id]);
    await app.db.run('update reports set resolved_at = now() where comment_id = $1', [reported.id]);
    expect(await sweep()).toEqual([fresh.id, stored.id]);
    expect(await count(photo)).toBe(1);
  });

  test('concurrent deletions of a comment count once', async () => {
    const photo = await addTestPhoto(app, owner);
    const [comment] = [await said(talker, photo), await said(otherMember, photo)];
    const answers = await Promise.all([talker, owner, talker, owner, talker].map((member) => remove(member, photo, comment)));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(await count(photo)).toBe(1);
  });

  test('a conversation and its count exclude blocked, muted, suspended and closed members', async () => {
    const photo = await addTestPhoto(app, owner);
    const [blocked, blocker, muted, departedMember, reader] = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
    for (const member of [talker, blocked!, blocker!, muted!, departedMember!]) await said(member, photo, member.id);
    await Promise.all([
      block(app, reader!, blocked!),
      block(app, blocker!, reader!),
      mute(app, reader!, muted!),
      setMember(app, departedMember!, { suspended_at: new Date() }),
    ]);
    const { data, meta } = await list(reader!, photo);
    expect([data.map(({ content }) => content), meta.total]).toEqual([[talker.id], 1]);
    const { json } = await app.call('GET', `/photos/${photo.id}`, { token: reader!.token });
    expect(json.data).toMatchObject({ comments_count: 1, comments: [{ content: talker.id }] });
    expect((await list(owner, photo)).meta.total).toBe(4);
    expect(await count(photo)).toBe(4);
  });

  test('a conversation is paged by cursor without repeats while members comment', async () => {
    const photo = await addTestPhoto(app, owner);
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const word of words) await said(talker, photo, word);
    const seenIds: string[] = [];
    let query = '?per_page=3';
    for (;;) {
      const { data, meta } = await list(owner, photo, query);
      seenIds.push(...data.map(({ content }) => content));
      await said(owner, photo, 'late');
      if (meta.next_cursor === null) break;
      query = `?per_page=3&cursor=${meta.next_cursor}`;
    }
    expect(seenIds).toEqual(words.toReversed());
  });
});

describe('deleted comments with replies', () => {
  let app: TestApp;
  let owner: TestMember;
  let ada: TestMember;
  let bisi: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    [owner, ada, bisi] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  });
  afterAll(() => app.close());

  const said = async (member: TestMember, photo: { id: string }, content: string, to?: { id: string }): Promise<CommentInConversation> =>
    (await app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content, reply_to: to?.id } })).json.data;
  const remove = (member: TestMember, photo: { id: string }, comment: { id: string }) =>
    app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: member.token });
  const rows = (photo: { id: string }) =>
    app.db.rows('select id, content, member_id, thread_id, reply_to_id, replies_count from comments where photo_id = $1 order by id', [
      photo.id,
    ]);
  const list = async (photo: { id: string }) =>
    (await app.call('GET', `/photos/${photo.id}/comments`, { token: owner.token })).json.data as {
      content: string;
      replies: { content: string }[];
    }[];
  const sweep = async (): Promise<void> => {
    await app.db.run(`update comments set deleted_at = deleted_at - interval '8 days' where deleted_at is not null`);
    await addJob(app.db, 'sweep_deleted_comments', null);
    await runJobs(app.context);
  };

  test('the sweep keeps only an empty row of a deleted comment, while it has replies', async () => {
    const photo = await addTestPhoto(app, owner);
    const first = await said(ada, photo, `Hello @${bisi.username}`);
    const reply = await said(bisi, photo, 'A reply', first);
    const next = await said(owner, photo, 'Another', reply);
    await app.call('POST', `/comments/${first.id}/like`, { token: bisi.token });
    await remove(ada, photo, first);
    await remove(bisi, photo, reply);
    await sweep();
    expect(await rows(photo)).toEqual([
      { id: first.id, content: '', member_id: null, thread_id: null, reply_to_id: null, replies_count: 1 },
      { id: next.id, content: 'Another', member_id: owner.id, thread_id: first.id, reply_to_id: null, replies_count: 0 },
    ]);
    for (const table of ['comment_likes', 'comment_mentions', 'notifications'])
      expect(await app.db.row(`select count(*)::int as n from ${table} where comment_id = $1`, [first.id]), table).toEqual({ n: 0 });
    expect(await list(photo)).toMatchObject([{ content: '', replies: [{ content: 'Another' }] }]);
    await sweep();
    expect(await rows(photo)).toHaveLength(2);
    expect((await app.call('POST', `/comments/${first.id}/like`, { token: bisi.token })).status).toBe(404);
    const replied = await app.call('POST', `/photos/${photo.id}/comments`, {
      token: bisi.token,
      json: { content: 'So', reply_to: first.id },
    });
    expect(replied.status).toBe(404);
    const report = { subject_type: 'comment', subject_id: first.id, reason: 'spam' };
    expect((await app.call('POST', '/reports', { token: bisi.token, json: report })).status).toBe(404);
    await remove(owner, photo, next);
    await sweep();
    expect(await rows(photo)).toEqual([]);
  });

  test('erasing an account deletes its comments, and keeps others’ replies', async () => {
    const photo = await addTestPhoto(app, owner);
    const departedMember = await addTestMember(app);
    const [first, lonely, theirs] = [
      await said(departedMember, photo, 'Began'),
      await said(departedMember, photo, 'Alone'),
      await said(ada, photo, 'Ada began'),
    ];
    const reply = await said(bisi, photo, 'To them', first);
    await said(departedMember, photo, 'Their answer', reply);
    await said(departedMember, photo, 'To themselves', lonely);
    const answered = await said(departedMember, photo, 'To Ada', theirs);
    const last = await said(bisi, photo, 'To them again', answered);
    await app.db.run('update members set closed_at = now() where id = $1', [departedMember.id]);
    await eraseComments(app.db, departedMember.id, new AbortController().signal);
    await app.db.run('delete from members where id = $1', [departedMember.id]);
    expect(await rows(photo)).toEqual([
      { id: first.id, content: '', member_id: null, thread_id: null, reply_to_id: null, replies_count: 1 },
      { id: theirs.id, content: 'Ada began', member_id: ada.id, thread_id: null, reply_to_id: null, replies_count: 1 },
      { id: reply.id, content: 'To them', member_id: bisi.id, thread_id: first.id, reply_to_id: null, replies_count: 0 },
      { id: last.id, content: 'To them again', member_id: bisi.id, thread_id: theirs.id, reply_to_id: null, replies_count: 0 },
    ]);
    expect(await app.db.row('select comments_count as n from photos where id = $1', [photo.id])).toEqual({ n: 3 });
  });
});

describe('notifications of replies', () => {
  let app: TestApp;
  let owner: TestMember;
  let ada: TestMember;
  let bisi: TestMember;
  let photo: { id: string };
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => void ({ owner, ada, bisi, photo } = await addConversation(app)));

  const said = async (member: TestMember, content: string, to?: { id: string }): Promise<{ id: string }> =>
    (await app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content, reply_to: to?.id } })).json.data;
  const notified = async (member: TestMember, query = ''): Promise<Notification[]> => {
    await runJobs(app.context);
    return (await app.call('GET', `/forum/notifications${query}`, { token: member.token })).json.data.notifications;
  };
  const reasons = async (member: TestMember): Promise<string[]> => (await notified(member)).map(({ reason }) => reason);
  const choose = (member: TestMember, settings: object) => app.call('PUT', '/me/forum-settings', { token: member.token, json: settings });

  test('a reply notifies the answered member once and the owner of the post once', async () => {
    const first = await said(ada, 'Whose hand?');
    const reply = await said(bisi, `My aunt’s, @${ada.username}`, first);
    expect(await notified(ada)).toMatchObject([
      {
        type: 'comment',
        reason: 'repliedToComment',
        message: 'Bisi replied to your comment on “Uli wall”',
        params: { name: 'Bisi', title: 'Uli wall' },
        action_url: `/post/${photo.id}#comment-${reply.id}`,
        excerpt: `My aunt’s, @${ada.username}`,
        forum: null,
      },
    ]);
    expect(await reasons(owner)).toEqual(['photoCommented', 'photoCommented']);
    // The owner gets one notification for the reply, and none for the mention.
    const theirs = await said(owner, 'Mine', first);
    await said(bisi, `Yours, @${owner.username}?`, theirs);
    expect(await reasons(owner)).toEqual(['repliedToComment', 'photoCommented', 'photoCommented']);
    await said(bisi, 'I meant', reply);
    expect(await reasons(bisi)).toEqual([]);
  });

  test('replies to one comment form one notification group', async () => {
    const [first, second] = [await said(ada, 'First'), await said(ada, 'Second')];
    await said(bisi, 'One', first);
    await said(owner, 'Two', first);
    await said(bisi, 'Three', second);
    const groups = await notified(ada, '?grouped=1');
    expect(groups.map(({ message, group }) => [message, group?.count])).toEqual([
      ['Bisi replied to your comment on “Uli wall”', undefined],
      ['Olu and 1 other replied to your comment on “Uli wall”', 2],
    ]);
  });

  test('a member who turned off replies still gets notifications of mentions and comments', async () => {
    const first = await said(ada, 'First');
    const theirs = await said(owner, 'Mine');
    for (const member of [ada, owner]) await choose(member, { notify_on_reply: false });
    await said(bisi, 'Plainly', first);
    expect(await reasons(ada)).toEqual([]);
    await said(bisi, `@${ada.username}`, first);
    expect(await reasons(ada)).toEqual(['mentionedInComment']);
    await said(bisi, 'To Olu', theirs);
    expect(new Set(await reasons(owner))).toEqual(new Set(['photoCommented']));
  });

  test('a reply does not notify members who muted its author or cannot see the post', async () => {
    const first = await said(ada, 'First');
    await mute(app, ada, bisi);
    await said(bisi, `To @${ada.username}`, first);
    await app.call('DELETE', `/users/${bisi.id}/mute`, { token: ada.token });
    expect(await reasons(ada)).toEqual([]);
    const follower = await addTestMember(app);
    await app.call('POST', `/users/${owner.id}/follow`, { token: follower.token });
    await setMember(app, owner, { post_visibility: 'followers' });
    await said(follower, 'Only among us', first);
    await setMember(app, owner, { post_visibility: 'public' });
    expect(await reasons(ada)).toEqual([]);
    const reply = await said(bisi, 'Now', first);
    expect(await reasons(ada)).toEqual(['repliedToComment']);
    await block(app, ada, bisi);
    expect(await reasons(ada)).toEqual([]);
    await app.db.run('delete from blocks');
    await app.call('DELETE', `/photos/${photo.id}/comments/${reply.id}`, { token: bisi.token });
    expect(await reasons(ada)).toEqual([]);
  });

  test('twenty concurrent replies notify once each', { tags: ['world'] }, async () => {
    const first = await said(ada, 'First');
    const crowd = await Promise.all(Array.from({ length: 20 }, () => addTestMember(app)));
    await Promise.all(crowd.map((member) => said(member, `@${ada.username} @${owner.username}`, first)));
    const rows = await app.db.rows(
      'select member_id, type, count(*)::int as n from notifications where photo_id = $1 group by 1, 2 order by type',
      [photo.id],
    );
    expect(rows).toEqual([
      { member_id: owner.id, type: 'comment', n: 21 },
      { member_id: ada.id, type: 'reply', n: 20 },
    ]);
  });
});
