import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { addTestAccount, testPassword } from '../src/testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../src/testing/app.ts';
import { addTestReply, addTestTopic, welcome } from '../src/testing/forum.ts';
import { formOf } from '../src/testing/http-client.ts';
import { photoFile } from '../src/testing/image-files.ts';
import { registration } from '../src/testing/matrix/rows/account.ts';
import { formWith } from '../src/testing/matrix/rows/photos.ts';
import { publicState } from '../src/testing/matrix/rules.ts';
import { addNotification, makeWorld, type World } from '../src/testing/matrix/world.ts';
import { insertTestGroup } from '../src/testing/messages.ts';
import { addTestPhoto } from '../src/testing/posts.ts';

/** The server refuses or ignores fields that only the server may set. Other members' rows stay unchanged. */
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app, publicState);
});
afterAll(() => app.close());

const someId = '019aa000-1111-7000-8000-000000000001';
const past = '2001-01-01T00:00:00.000Z';
/** Omits `version`, which rises even if a write changes nothing. */
const row = async (table: string, id: string): Promise<Record<string, unknown>> => {
  const { version: _version, ...content } = (await app.db.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];
  return content;
};
const others = async (id: string): Promise<string> =>
  JSON.stringify((await app.db.pool.query('select * from members where id <> $1 order by id', [id])).rows);

describe.each([
  ['id', someId],
  ['role', 'admin'],
  ['is_admin', true],
  ['email_verified', true],
  ['email_verified_at', past],
  ['has_onboarding', true],
  ['subscription', { is_active: true, is_paid_plan: true, plan_name: 'Premium' }],
  ['plan_name', 'Premium'],
  ['followers_count', 1_000],
  ['forum_settings', { profile_visibility: 'private' }],
  ['created_at', past],
])('%s', (field, value) => {
  test('registering cannot set the field', async () => {
    const { status, json } = await app.call('POST', '/auth/register', { json: registration({ [field]: value }) });
    if (status === 422) return;
    expect(status).toBe(201);
    const storedRow = await row('members', json.user.id);
    expect(storedRow).toMatchObject({
      role: 'member',
      email_verified_at: null,
      plan_name: null,
      plan_ends_at: null,
      followers_count: 0,
      profile_visibility: 'public',
      bio: null,
    });
    expect(storedRow['id']).not.toBe(someId);
    expect((storedRow['created_at'] as Date).getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  });
});

test.each([
  ['id', someId],
  ['email', 'other@example.test'],
  ['email_verified_at', past],
  ['username', 'somebody_else'],
  ['role', 'admin'],
  ['subscription', { is_paid_plan: true }],
  ['plan_name', 'Premium'],
  ['has_onboarding', true],
  ['followers_count', 1_000],
  ['following_count', 1_000],
  ['photos_count', 1_000],
  ['is_following', true],
  ['token', 'x'],
  ['created_at', past],
  ['forum_settings', { profile_visibility: 'private' }],
  ['locale', 'en'],
  ['profile_visibility', 'private'],
  ['password', 'another password'],
  ['password_hash', 'x'],
  ['avatar_image_id', someId],
  ['stats', { photos_count: 9 }],
  ['user_id', 'OWNER'],
])('%s cannot be changed with the profile', async (field, value) => {
  const me = world.people.non_follower;
  const [before, around] = [await row('members', me.id), await others(me.id)];
  const sentValue = value === 'OWNER' ? world.people.owner.id : value;
  const { status } = await app.call('POST', '/me/profile', {
    token: me.token,
    json: { occupation: before['occupation'], [field]: sentValue },
  });
  expect([200, 422]).toContain(status);
  expect(await row('members', me.id)).toEqual(before);
  expect(await others(me.id)).toBe(around);
});

test('saving interests changes only the caller’s interests, whatever id is sent', async () => {
  const { non_follower: me, owner } = world.people;
  const of = async (id: string): Promise<unknown[]> =>
    (await app.db.pool.query('select category_id from member_interests where member_id = $1 order by 1', [id])).rows;
  const before = await of(owner.id);
  const { status } = await app.call('PUT', '/me/interests', {
    token: me.token,
    json: { category_ids: ['019aa000-0000-7000-8000-000000000003'], user_id: owner.id, member_id: owner.id },
  });
  expect([200, 422]).toContain(status);
  expect(await of(owner.id)).toEqual(before);
});

test.each([
  ['id', someId],
  ['user_id', 'OWNER'],
  ['member_id', 'OWNER'],
  ['user', '{"id":"x"}'],
  ['likes_count', '1000'],
  ['comments_count', '1000'],
  ['created_at', past],
  ['status', 'removed'],
  ['removed_at', past],
  ['archived_at', past],
  ['publish_failed_at', past],
  ['image_url', 'https://elsewhere.example/a.png'],
  ['image_path', '/etc/passwd'],
])('%s cannot be chosen with a post', async (field, value) => {
  const { paid_member: me, owner } = world.people;
  const { status, json } = await app.call('POST', '/photos', {
    token: me.token,
    form: await formWith(1, { title: 'A cloth', [field]: value === 'OWNER' ? owner.id : value }),
  });
  if (status === 422) return;
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ user: { id: me.id }, likes_count: 0, comments_count: 0, is_liked: false });
  expect(json.data.id).not.toBe(someId);
  expect(json.data.images).toHaveLength(1);
  expect(json.data.image_url).toMatch(/^\/media\//);
  expect(Date.parse(json.data.created_at)).toBeGreaterThan(Date.now() - 3_600_000);
});

test.each([
  ['id', someId],
  ['user_id', 'OWNER'],
  ['user', { id: someId }],
  ['created_at', past],
  ['photo_id', newId()],
  ['thread_id', someId],
  ['replies_count', 1000],
])('%s cannot be chosen with a comment', async (field, value) => {
  const { follower: me, owner } = world.people;
  const { status, json } = await app.call('POST', `/photos/${world.photo.id}/comments`, {
    token: me.token,
    json: { content: 'Fine.', [field]: value === 'OWNER' ? owner.id : value },
  });
  if (status === 422) return;
  expect(status).toBe(201);
  expect(json.data.user.id).toBe(me.id);
  const storedRow = { photo_id: world.photo.id, member_id: me.id, deleted_at: null, thread_id: null, replies_count: 0 };
  expect(await row('comments', json.data.id)).toMatchObject(storedRow);
  expect(Date.parse(json.data.created_at)).toBeGreaterThan(Date.now() - 3_600_000);
});

test('marking a notification as read stores the server’s time and keeps the recipient', async () => {
  const { follower: me, owner } = world.people;
  const id = await addNotification(app, me, owner);
  const { status } = await app.call('PATCH', `/forum/notifications/${id}/mark-read`, {
    token: me.token,
    json: { user_id: owner.id, member_id: owner.id, read_at: past },
  });
  expect([200, 415, 422]).toContain(status);
  const storedRow = await row('notifications', id);
  expect(storedRow['member_id']).toBe(me.id);
  if (storedRow['read_at']) expect((storedRow['read_at'] as Date).getTime()).toBeGreaterThan(Date.now() - 3_600_000);
});

test.each([
  ['id', someId],
  ['reporter_id', 'OWNER'],
  ['user_id', 'OWNER'],
  ['member_id', 'OWNER'],
  ['created_at', past],
  ['resolved_at', past],
])('reporting cannot set %s', async (field, value) => {
  const { non_follower: me, owner } = world.people;
  await app.db.pool.query('delete from reports');
  const { status } = await app.call('POST', '/reports', {
    token: me.token,
    json: { subject_type: 'photo', subject_id: world.photo.id, reason: 'spam', [field]: value === 'OWNER' ? owner.id : value },
  });
  if (status === 422) return;
  expect(status).toBe(201);
  const [storedReport, ...more] = (await app.db.pool.query('select * from reports')).rows;
  expect([storedReport, more]).toMatchObject([{ reporter_id: me.id, photo_id: world.photo.id, member_id: null, resolved_at: null }, []]);
  expect(storedReport.id).not.toBe(someId);
  expect(storedReport.created_at.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
});

const unheard = { id: someId, user_id: 'OWNER', member_id: 'OWNER', role: 'admin', subscription: { is_paid_plan: true }, created_at: past };
const unheardOf = (more: Record<string, unknown> = {}): [string, unknown][] => Object.entries({ ...unheard, ...more });

test.each(unheardOf({ is_paid_plan: true, plan_name: 'Premium', is_paid: true, followers_count: 1_000, cover_image_id: someId }))(
  'saving the settings cannot change %s',
  async (field, value) => {
    const { non_follower: me, owner } = world.people;
    const [before, around] = [await row('members', me.id), await others(me.id)];
    const sentValue = value === 'OWNER' ? owner.id : value;
    const { status } = await app.call('PUT', '/me/forum-settings', {
      token: me.token,
      json: { show_location: before['show_location'], [field]: sentValue },
    });
    expect([200, 422]).toContain(status);
    expect(await row('members', me.id)).toEqual(before);
    expect(await others(me.id)).toBe(around);
    // The sent field does not unlock the private profile of paid members.
    const refusal = await app.call('PUT', '/me/forum-settings', {
      token: me.token,
      json: { profile_visibility: 'private', [field]: sentValue },
    });
    expect(refusal.json.code).toBe('upgrade_required');
  },
);

test.each(
  unheardOf({ plan_name: 'Premium', profile_visibility: 'private', cover: '/etc/passwd', cover_image_id: someId, image_id: someId }),
)('%s cannot be changed with the profile’s appearance', async (field, value) => {
  const { paid_member: me, owner } = world.people;
  const [before, around] = [await row('members', me.id), await others(me.id)];
  const { status } = await app.call('POST', '/me/customisation', {
    token: me.token,
    json: { accent: '', [field]: value === 'OWNER' ? owner.id : value },
  });
  expect([200, 422]).toContain(status);
  expect(await row('members', me.id)).toEqual(before);
  expect(await others(me.id)).toBe(around);
});

test.each(unheardOf({ uid: 'OWNER', email: 'other@example.test' }))('%s cannot change another member’s password', async (field, value) => {
  const { owner } = world.people;
  const me = await addTestAccount(app);
  const [before, around] = [await row('members', me.id), await others(me.id)];
  const { status } = await app.call('PUT', '/me/password', {
    token: me.token,
    json: {
      current_password: testPassword,
      password: 'a new and long one',
      password_confirmation: 'a new and long one',
      [field]: value === 'OWNER' ? owner.id : value,
    },
  });
  expect([200, 422]).toContain(status);
  expect({ ...(await row('members', me.id)), password_hash: '' }).toEqual({ ...before, password_hash: '' });
  expect(await others(me.id)).toBe(around);
});

test.each([
  ['id', someId],
  ['user_id', 'OWNER'],
  ['member_id', 'OWNER'],
  ['likes_count', '1000'],
  ['created_at', past],
  ['status', 'removed'],
  ['deleted_at', past],
  ['image_url', 'https://elsewhere.example/a.png'],
  ['image_path', '/etc/passwd'],
])('%s cannot be changed with a post', async (field, value) => {
  const { follower: me, owner } = world.people;
  const photo = await addTestPhoto(app, me);
  const { updated_at: _, revision: __, ...before } = await row('photos', photo.id);
  const { status } = await app.call('POST', `/photos/${photo.id}/update`, {
    token: me.token,
    form: await formWith(0, { title: photo.title, [field]: value === 'OWNER' ? owner.id : value }),
  });
  expect([200, 422]).toContain(status);
  expect(await row('photos', photo.id)).toMatchObject(before);
});

test.each(['follower_id', 'user_id', 'member_id'])('%s cannot choose the follower', async (field) => {
  const { bystander, people } = world;
  const { non_follower: me, muter } = people;
  const follows = async (): Promise<unknown[]> =>
    (await app.db.pool.query('select follower_id, followed_id from follows where follower_id <> $1 order by 1, 2', [me.id])).rows;
  const before = await follows();
  const { status } = await app.call('POST', `/users/${bystander.id}/follow`, { token: me.token, json: { [field]: muter.id } });
  expect([200, 415, 422]).toContain(status);
  expect(await follows()).toEqual(before);
});

test.each([
  ['id', someId],
  ['author_id', 'OWNER'],
  ['conversation_id', someId],
  ['number', 99],
  ['version', 99],
  ['notice', 'left'],
  ['created_at', past],
  ['edited_at', past],
  ['taken_back_at', past],
  ['first_number', 0],
  ['state', 'active'],
])('%s cannot be chosen with a message', async (field, value) => {
  const { follower: me, owner } = world.people;
  const group = await insertTestGroup(app, [owner, me]);
  const { status, json } = await app.call('POST', `/conversations/${group.id}/messages`, {
    token: me.token,
    json: { body: 'A cloth', [field]: value === 'OWNER' ? owner.id : value },
  });
  if (status === 422) return;
  expect(status).toBe(201);
  expect(json.data).toMatchObject({
    conversation_id: group.id,
    author: { id: me.id },
    number: 2,
    version: 2,
    notice: null,
    edited_at: null,
  });
  expect([json.data.id === someId, json.data.is_taken_back, json.data.created_at === past]).toEqual([false, false, false]);
});

describe('in the forum', () => {
  /** The server refuses or ignores forum fields that only the server may set. */
  let app: TestApp;
  let [me, owner, organiser]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [me, owner] = [await addTestMember(app), await addTestMember(app)];
    organiser = await addTestMember(app, { role: 'moderator' });
  });
  afterAll(() => app.close());

  const row = async (table: string, id: string): Promise<Record<string, unknown>> =>
    (await app.db.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];
  const topicPrivileges = {
    is_pinned: true,
    pinned: true,
    is_locked: true,
    locked: true,
    locked_at: past,
    views_count: 1_000,
    views: 1_000,
  };
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
      const form = formOf({
        image: await photoFile(64, 48),
        alt: 'A loom',
        [field]: value === 'OWNER' ? owner!.id : JSON.stringify(value),
      });
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
});
