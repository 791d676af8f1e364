import type { CommentInConversation } from '@mbari/contract/photos/comments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { eraseComments } from './erase-comments.ts';

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
