import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../src/testing/app.ts';
import { addTestReply, addTestTopic, welcome } from '../src/testing/forum.ts';
import { formOf } from '../src/testing/http-client.ts';
import { photoFile } from '../src/testing/image-files.ts';
import { addTestPhoto } from '../src/testing/posts.ts';

/** The server refuses or ignores forum fields that only the server may set. */
let app: TestApp;
let [me, owner, organiser]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [me, owner] = [await addTestMember(app), await addTestMember(app)];
  organiser = await addTestMember(app, { role: 'moderator' });
});
afterAll(() => app.close());

const someId = '019aa000-1111-7000-8000-000000000001';
const past = '2001-01-01T00:00:00.000Z';
const row = async (table: string, id: string): Promise<Record<string, unknown>> =>
  (await app.db.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];
const unheard = { id: someId, user_id: 'OWNER', member_id: 'OWNER', role: 'admin', subscription: { is_paid_plan: true }, created_at: past };
const unheardOf = (more: Record<string, unknown>): [string, unknown][] => Object.entries({ ...unheard, ...more });

const topicPrivileges = { is_pinned: true, pinned: true, is_locked: true, locked: true, locked_at: past, views_count: 1_000, views: 1_000 };
const counts = { posts_count: 1_000, last_number: 1_000, likes_count: 1_000, is_solved: true, author_id: 'OWNER', deleted_at: past };

test.each(unheardOf({ ...topicPrivileges, ...counts }))('creating a topic cannot set %s', async (field, value) => {
  const { status, json } = await app.call('POST', '/forum/topics', {
    token: me!.token,
    json: { category_id: welcome, title: 'A question', body: 'Is it so?', [field]: value === 'OWNER' ? owner!.id : value },
  });
  if (status === 422) return;
  expect(status).toBe(201);
  expect(await row('forum_topics', json.data.id)).toMatchObject({
    author_id: me!.id,
    locked_at: null,
    posts_count: 1,
    last_number: 1,
    likes_count: 0,
    solved_post_id: null,
    deleted_at: null,
  });
  expect(json.data.views_count).toBe(0);
  expect(json.data.id).not.toBe(someId);
  expect(Date.parse(json.data.created_at)).toBeGreaterThan(Date.now() - 3_600_000);
});

test.each(unheardOf({ ...topicPrivileges, ...counts, category_id: '019ab000-0000-7000-8000-000000000002' }))(
  'editing a topic cannot change %s',
  async (field, value) => {
    const { id } = await addTestTopic(app, me!);
    const before = await row('forum_topics', id);
    const { status } = await app.call('PUT', `/forum/topics/${id}`, {
      token: me!.token,
      json: { title: before['title'], [field]: value === 'OWNER' ? owner!.id : value },
    });
    expect([200, 422]).toContain(status);
    expect(await row('forum_topics', id)).toEqual(before);
  },
);

test.each(unheardOf({ topic_id: someId, number: 900, likes_count: 1_000, author_id: 'OWNER', body_html: '<script>', deleted_at: past }))(
  'replying cannot set %s',
  async (field, value) => {
    const topic = await addTestTopic(app, owner!);
    const { status, json } = await app.call('POST', `/forum/topics/${topic.id}/posts`, {
      token: me!.token,
      json: { body: 'So it is.', [field]: value === 'OWNER' ? owner!.id : value },
    });
    if (status === 422) return;
    expect(status).toBe(201);
    const storedRow = await row('forum_posts', json.data.id);
    expect(storedRow).toMatchObject({
      topic_id: topic.id,
      number: 2,
      author_id: me!.id,
      likes_count: 0,
      body_html: '<p>So it is.</p>\n',
      deleted_at: null,
    });
    expect(storedRow['id']).not.toBe(someId);
    expect((storedRow['created_at'] as Date).getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  },
);

test.each(unheardOf({ ...topicPrivileges, ...counts, slug: 'another', merged_into: someId, number: 900 }))(
  'splitting or merging topics cannot set %s',
  async (field, value) => {
    const [topic, targetTopic] = [await addTestTopic(app, owner!), await addTestTopic(app, owner!)];
    const reply = await addTestReply(app, topic, me!);
    const body = { [field]: value === 'OWNER' ? owner!.id : value };
    const split = await app.call('POST', `/forum/topics/${topic.id}/split`, {
      token: organiser!.token,
      json: { post_ids: [reply.id], title: 'Another topic', category_id: welcome, ...body },
    });
    if (split.status !== 422) {
      expect(split.status).toBe(200);
      expect(await row('forum_topics', split.json.data.id)).toMatchObject({
        ...plain,
        author_id: me!.id,
        slug: 'another-topic',
        posts_count: 1,
      });
    }
    const merge = await app.call('POST', `/forum/topics/${topic.id}/merge`, {
      token: organiser!.token,
      json: { into: targetTopic.id, ...body },
    });
    if (merge.status === 422) return;
    expect(merge.status).toBe(200);
    expect(await row('forum_topics', targetTopic.id)).toMatchObject({ ...plain, author_id: owner!.id });
  },
);

/** Columns of a topic that its author cannot set. */
const plain = { locked_at: null, pinned_at: null, likes_count: 0, solved_post_id: null, deleted_at: null, merged_into: null };
test.each(unheardOf({ kind: 'photo', bytes: '0', named_at: past, upload_key: 'x', is_public: 'true', deleted_at: past }))(
  'uploading an image cannot set %s',
  async (field, value) => {
    const form = formOf({ image: await photoFile(64, 48), alt: 'A loom', [field]: value === 'OWNER' ? owner!.id : JSON.stringify(value) });
    const { status, json } = await app.call('POST', '/forum/images', { token: me!.token, form });
    if (status === 422) return;
    expect(status).toBe(201);
    const storedRow = await row('images', json.data.id);
    expect(storedRow).toMatchObject({ member_id: me!.id, kind: 'forum', deleted_at: null });
    expect(Number(storedRow['bytes'])).toBeGreaterThan(0);
    expect(json.data.id).not.toBe(someId);
    const { rows } = await app.db.pool.query('select member_id, upload_key, alt from forum_uploads where image_id = $1', [json.data.id]);
    expect(rows).toEqual([{ member_id: me!.id, upload_key: null, alt: 'A loom' }]);
  },
);

test('editing a topic cannot change its photo', async () => {
  const { id } = await addTestTopic(app, me!);
  const { status } = await app.call('PUT', `/forum/topics/${id}`, {
    token: me!.token,
    json: { title: 'How do you dye it?', photo_id: (await addTestPhoto(app, me!)).id },
  });
  expect([200, 422]).toContain(status);
  expect((await row('forum_topics', id))['photo_id']).toBeNull();
});
test.each(unheardOf({ votes_count: 1_000, voters_count: 1_000, is_closed: true, mine: [someId], post_id: someId, is_counted: false }))(
  'creating a poll or voting cannot set %s',
  async (field, value) => {
    const body = { [field]: value === 'OWNER' ? owner!.id : value };
    const topic = await addTestTopic(app, owner!);
    const { status, json } = await app.call('POST', `/forum/topics/${topic.id}/posts`, {
      token: me!.token,
      json: { body: 'Which one?', poll: { choices: ['This', 'That'], ...body } },
    });
    if (status === 422) return;
    expect(status).toBe(201);
    const { poll, id } = json.data;
    expect(poll).toMatchObject({ several: false, closes_at: null, is_closed: false, voters_count: 0, mine: [] });
    const voted = await app.call('PUT', `/forum/topics/${topic.id}/posts/${id}/poll/vote`, {
      token: me!.token,
      json: { choices: [poll.choices[0].id], ...body },
    });
    expect([200, 422]).toContain(voted.status);
    const votes = await app.db.rows('select member_id, choice_id, is_counted from forum_poll_votes where post_id = $1', [id]);
    expect(votes).toEqual(voted.status === 200 ? [{ member_id: me!.id, choice_id: poll.choices[0].id, is_counted: true }] : []);
  },
);
