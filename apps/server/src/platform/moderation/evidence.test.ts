import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepDeletedForumPosts, sweepDeletedTopics } from '../../forum/sweeps.ts';
import { sweepDeletedComments } from '../../photos/comments/delete-comment.ts';
import { sweepDeletedPosts } from '../../photos/posts/delete-photo.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { welcome } from '../../testing/forum.ts';
import { photoFile } from '../../testing/image-files.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { sweepImages } from '../images/sweep-images.ts';
import type { Task } from '../jobs/add-job.ts';
import { sweepEvidence } from './report-subject.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let author: TestMember;
let witness: TestMember;
let moderator: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  [author, witness, moderator] = await Promise.all([
    addTestMember(app, { name: 'Author' }),
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
  ]);
});

const call = async (
  member: TestMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  body: { json?: object; form?: FormData } = {},
) => {
  const answer = await app.call(method, address, { token: member.token, ...body });
  if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${answer.text}`);
  return answer.json;
};

const fieldsOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const pictured = async (fields: Record<string, string>, file: string): Promise<FormData> => {
  const form = fieldsOf(fields);
  form.append(file, new Blob([new Uint8Array(await photoFile(40, 30))]), 'a.jpg');
  return form;
};

interface Subject {
  type: 'photo' | 'comment' | 'topic' | 'forum_post' | 'user';
  id: string;
  edit: () => Promise<unknown>;
  remove: () => Promise<unknown>;
  state: 'deleted' | 'there';
}

/** Subjects with the word EVIDENCE. `edit` and `remove` are the author's calls. */
const subjects: Record<Subject['type'], () => Promise<Subject>> = {
  photo: async () => {
    const { id } = (
      await call(author, 'POST', '/photos', {
        form: await pictured({ title: 'EVIDENCE', category: 'dance', description: 'EVIDENCE caption' }, 'images[0]'),
      })
    ).data;
    const edit = () => call(author, 'POST', `/photos/${id}/update`, { form: fieldsOf({ title: 'Harmless', description: 'Harmless' }) });
    return { type: 'photo', id, edit, remove: () => call(author, 'DELETE', `/photos/${id}`), state: 'deleted' };
  },
  comment: async () => {
    const photo = (await call(witness, 'POST', '/photos', { form: await pictured({ title: 'A wall', category: 'dance' }, 'images[0]') }))
      .data;
    const { id } = (await call(author, 'POST', `/photos/${photo.id}/comments`, { json: { content: 'EVIDENCE' } })).data;
    const remove = () => call(author, 'DELETE', `/photos/${photo.id}/comments/${id}`);
    return { type: 'comment', id, edit: async () => undefined, remove, state: 'deleted' };
  },
  topic: async () => {
    const { id } = (
      await call(author, 'POST', '/forum/topics', { json: { category_id: welcome, title: 'EVIDENCE title', body: 'EVIDENCE body' } })
    ).data;
    const edit = () => call(author, 'PUT', `/forum/topics/${id}`, { json: { title: 'Harmless', body: 'Harmless', remove_versions: true } });
    return { type: 'topic', id, edit, remove: () => call(author, 'DELETE', `/forum/topics/${id}`), state: 'deleted' };
  },
  forum_post: async () => {
    const topic = (await call(witness, 'POST', '/forum/topics', { json: { category_id: welcome, title: 'A topic', body: 'A topic' } }))
      .data;
    const file = `/forum/topics/${topic.id}/posts`;
    const { id } = (await call(author, 'POST', file, { json: { body: 'EVIDENCE' } })).data;
    const edit = () => call(author, 'PUT', `${file}/${id}`, { json: { body: 'Harmless' } });
    return { type: 'forum_post', id, edit, remove: () => call(author, 'DELETE', `${file}/${id}`), state: 'deleted' };
  },
  user: async () => {
    await call(author, 'POST', '/me/profile', { form: await pictured({ name: 'EVIDENCE name', bio: 'EVIDENCE bio' }, 'profile_image') });
    const edit = async () =>
      call(author, 'POST', '/me/profile', { form: await pictured({ name: 'Harmless', bio: 'Harmless' }, 'profile_image') });
    return { type: 'user', id: author.id, edit, remove: async () => undefined, state: 'there' };
  },
};

const caseOf = async (member: TestMember) => (await use.queue(member)).data.find((item: any) => item.subject?.author?.id === author.id);
const desk = async (id: string) => (await call(moderator, 'GET', `/moderation/reports/${id}`)).data;
const statusOf = async (address: string): Promise<number> => (await fetch(app.url + address)).status;
const run = (task: Task): Promise<unknown> =>
  Promise.resolve(task(null, { context: app.context, signal: new AbortController().signal, attempt: 1 }));
const sweepAll = async (): Promise<void> => {
  for (const task of [sweepDeletedPosts, sweepDeletedComments, sweepDeletedForumPosts, sweepDeletedTopics, sweepEvidence, sweepImages])
    await run(task);
};

const age = async (days: number): Promise<void> => {
  for (const table of ['photos', 'comments', 'forum_posts', 'forum_topics', 'images'])
    await app.db.run(`update ${table} set deleted_at = deleted_at - make_interval(days => $1) where deleted_at is not null`, [days]);
  await app.db.run('update report_evidence set resolved_at = resolved_at - make_interval(days => $1) where resolved_at is not null', [
    days,
  ]);
};

test.each(Object.keys(subjects) as Subject['type'][])(
  'a reported %s keeps its text and images as evidence until 90 days after the report is resolved',
  async (type) => {
    const subject = await subjects[type]();
    expect((await use.report(witness, type, subject.id)).status).toBe(201);
    const before = await caseOf(moderator);
    expect(before.subject.is_changed).toBe(false);
    expect((await desk(before.id)).evidence).toMatchObject([{ is_current: true }]);
    await subject.edit();
    await subject.remove();
    await age(40);
    await sweepAll();

    const open = await caseOf(moderator);
    expect(open.subject).toMatchObject({ state: subject.state, excerpt: expect.stringContaining('EVIDENCE') });
    const { evidence, now } = await desk(open.id);
    expect(evidence).toMatchObject([{ body: expect.stringContaining('EVIDENCE'), is_current: false }]);
    if (type === 'photo' || type === 'topic' || type === 'user') expect(evidence[0].title).toContain('EVIDENCE');
    expect(JSON.stringify(now)).not.toContain('EVIDENCE');
    expect(now === null).toBe(subject.state === 'deleted');
    for (const { url } of evidence[0].images) expect([await statusOf(url), await statusOf(url.split('?')[0])]).toEqual([200, 404]);
    expect(evidence[0].images.length).toBe(type === 'photo' || type === 'user' ? 1 : 0);
    for (const member of [witness, author]) expect((await use.post(member, `/moderation/reports/${open.id}/take`)).status).toBe(403);

    expect((await use.resolve(moderator, open.id, { outcome: 'dismissed' })).status).toBe(200);
    await age(89);
    await sweepAll();
    const resolved = (await use.queue(moderator, '?state=resolved')).data[0];
    expect((await desk(resolved.id)).evidence).toMatchObject([{ body: expect.stringContaining('EVIDENCE') }]);
    for (const { url } of evidence[0].images) expect(await statusOf(url)).toBe(200);
    await age(2);
    await sweepAll();
    expect(await app.db.rows('select from report_evidence where owner_id = $1', [author.id])).toEqual([]);
    for (const { url } of evidence[0].images) {
      expect(await statusOf(url)).toBe(404);
      const [image = ''] = url.split('/').slice(2);
      await expect(access(path.join(app.context.config.dataFolder, 'uploads', image.slice(0, 2), image))).rejects.toThrow('ENOENT');
    }
  },
);

test('organisers read every version of a reported post, even after its deletion', async () => {
  const post = await subjects.forum_post();
  await post.edit();
  await use.report(witness, 'forum_post', post.id);
  await post.remove();
  const { evidence, versions, now } = await desk((await caseOf(moderator)).id);
  expect([evidence[0].body, versions.map(({ body }: any) => body), now]).toEqual(['Harmless', ['EVIDENCE'], null]);
});

test('each reported state is stored once, even if the same member reports it again', async () => {
  const photo = await subjects.photo();
  const otherMember = await addTestMember(app);
  for (const member of [witness, otherMember]) await use.report(member, 'photo', photo.id);
  await photo.edit();
  for (const member of [witness, otherMember]) await use.report(member, 'photo', photo.id);
  const { evidence } = await desk((await caseOf(moderator)).id);
  expect(evidence.map(({ title, is_current: isCurrent }: any) => [title, isCurrent])).toEqual([
    ['EVIDENCE', false],
    ['Harmless', true],
  ]);
});

test('an image edited out of a reported post is visible only to organisers, and earlier URLs stop working', async () => {
  const photo = await subjects.photo();
  const { image_url: address } = (await call(witness, 'GET', `/photos/${photo.id}`)).data;
  expect(await statusOf(address)).toBe(200);
  await use.report(witness, 'photo', photo.id);
  await photo.remove();
  expect(await statusOf(address)).toBe(404);
  const { evidence } = await desk((await caseOf(moderator)).id);
  expect(await statusOf(evidence[0].images[0].url)).toBe(200);
});

test('a moderator cannot read an open or resolved report about their own content', async () => {
  await app.db.run(`update members set role = 'moderator' where id = $1`, [author.id]);
  const photo = await subjects.photo();
  await use.report(witness, 'photo', photo.id);
  const { id } = await caseOf(moderator);
  expect((await app.call('GET', `/moderation/reports/${id}`, { token: author.token })).status).toBe(404);
  await use.resolve(moderator, id, { outcome: 'dismissed' });
  const [{ id: resolution }] = (await use.queue(moderator, '?state=resolved')).data;
  expect((await app.call('GET', `/moderation/reports/${resolution}`, { token: author.token })).status).toBe(404);
  expect(await app.db.rows('select from report_evidence where owner_id = $1', [author.id])).toHaveLength(1);
});
