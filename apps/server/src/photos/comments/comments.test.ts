import type { Comment } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

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
  expect(json.data).toMatchObject({ content: 'Whose hand was this?', user: { id: talker.id, name: 'Bisi' }, viewer: { may_delete: true } });
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
