import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, block, mute, setMember } from '../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let fan: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [owner, fan] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
});
afterAll(() => app.close());

const counts = async (photo: { id: string }) =>
  (await app.db.row<{ kept: number; rows: number }>(
    'select likes_count as kept, (select count(*)::int from likes where photo_id = $1) as rows from photos where id = $1',
    [photo.id],
  ))!;
const liked = (likes_count: number, is_liked: boolean) => ({ likes_count, is_liked });

test('liking a photo twice counts once, and unliking it twice removes one like', async () => {
  const photo = await addTestPhoto(app, owner);
  for (const _ of [1, 2]) {
    const { status, json } = await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
    expect([status, json.data]).toEqual([200, liked(1, true)]);
  }
  for (const _ of [1, 2]) {
    const { status, json } = await app.call('DELETE', `/photos/${photo.id}/like`, { token: fan.token });
    expect([status, json.data]).toEqual([200, liked(0, false)]);
  }
});

test('each member’s like notifies the owner once, even if repeated', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
  await app.call('DELETE', `/photos/${photo.id}/like`, { token: fan.token });
  await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
  const { json } = await app.call('GET', '/forum/notifications', { token: owner.token });
  const about = json.data.notifications.filter((notification: { action_url: string }) => notification.action_url === `/post/${photo.id}`);
  expect(about).toHaveLength(1);
  expect(about[0]).toMatchObject({ type: 'like', message: 'Bisi liked your photo “Uli wall”', read_at: null, user: { id: fan.id } });
});

test('liking an own post is allowed and notifies nobody', async () => {
  const photo = await addTestPhoto(app, owner);
  const { status, json } = await app.call('POST', `/photos/${photo.id}/like`, { token: owner.token });
  expect([status, json.data]).toEqual([200, liked(1, true)]);
  const { rows } = await app.db.pool.query('select from notifications where photo_id = $1', [photo.id]);
  expect(rows).toHaveLength(0);
});

test('likers, including private profiles, are listed with name, username, avatar and plan only', async () => {
  const photo = await addTestPhoto(app, owner);
  const hidden = await addTestMember(app, { name: 'Chidi', profile_visibility: 'private', plan_name: null });
  await app.call('POST', `/photos/${photo.id}/like`, { token: hidden.token });
  const shown = (await app.call('GET', `/users/${hidden.username}`, { token: fan.token })).json.data;
  expect(shown).toMatchObject({ name: 'Chidi', is_private: true });
  const { json } = await app.call('GET', `/photos/${photo.id}/likes`, { token: fan.token });
  expect([json.meta.total, json.data]).toEqual([
    (await counts(photo)).rows,
    [
      {
        id: shown.id,
        name: shown.name,
        username: shown.username,
        avatar_url: shown.avatar_url,
        profile: { profile_image: shown.avatar_url },
        subscription: { is_active: false, is_paid_plan: false, plan_name: null },
      },
    ],
  ]);
});

test('a thousand concurrent likes and unlikes leave an exact count', { tags: ['world'] }, async () => {
  const photo = await addTestPhoto(app, owner);
  const members = await Promise.all(Array.from({ length: 25 }, () => addTestMember(app)));
  await Promise.all(
    [...members, ...members].map(async ({ token }, client) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const { status } = await app.call((client + turn) % 3 === 2 ? 'DELETE' : 'POST', `/photos/${photo.id}/like`, { token });
        expect(status).toBe(200);
      }
    }),
  );
  const { kept, rows } = await counts(photo);
  expect(kept).toBe(rows);
  const { json } = await app.call('GET', `/photos/${photo.id}/likes?per_page=50`, { token: fan.token });
  expect([json.data.length, json.meta.total]).toEqual([rows, rows]);
  const notified = await app.db.row<{ most: number }>(
    'select coalesce(max(n), 0)::int as most from (select count(*) as n from notifications where photo_id = $1 group by actor_id) t',
    [photo.id],
  );
  expect(notified!.most).toBe(1);
});

test('concurrent likes and suspensions leave an exact count', async () => {
  const photo = await addTestPhoto(app, owner);
  const members = await Promise.all(Array.from({ length: 20 }, () => addTestMember(app)));
  await Promise.all(
    members.flatMap((member, index) => [
      app.call('POST', `/photos/${photo.id}/like`, { token: member.token }),
      ...(index % 2 ? [setMember(app, member, { suspended_at: new Date() })] : []),
    ]),
  );
  const { kept } = await counts(photo);
  const { json } = await app.call('GET', `/photos/${photo.id}/likes?per_page=50`, { token: fan.token });
  expect(json.data).toHaveLength(kept);
});

test('likers are paged newest first, without repeats', async () => {
  const photo = await addTestPhoto(app, owner);
  const members = await Promise.all(Array.from({ length: 7 }, () => addTestMember(app)));
  for (const { token } of members) await app.call('POST', `/photos/${photo.id}/like`, { token });
  const first = await app.call('GET', `/photos/${photo.id}/likes?per_page=3`, { token: fan.token });
  expect(first.json.meta).toMatchObject({ current_page: 1, last_page: 3, per_page: 3, total: 7 });
  await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
  const seen = first.json.data.map(({ id }: { id: string }) => id);
  let cursor = first.json.meta.next_cursor;
  while (cursor !== null) {
    const { json } = await app.call('GET', `/photos/${photo.id}/likes?per_page=3&cursor=${cursor}`, { token: fan.token });
    seen.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.meta.next_cursor;
  }
  expect(seen).toEqual(members.map(({ id }) => id).toReversed());
  // Includes cursors in the right form with impossible dates.
  for (const never of ['nonsense', '20260230120000000000', '00000101120000000000', '20260101240000000000'].map((time) => time + fan.id))
    expect((await app.call('GET', `/photos/${photo.id}/likes?cursor=${never}`, { token: fan.token })).status).toBe(422);
  expect((await app.call('GET', `/photos/${photo.id}/likes?page=99`, { token: fan.token })).json.data).toEqual([]);
});

test('numbered pages of likers end at the 10,000th, and the cursor continues after it', { tags: ['world'] }, async () => {
  const photo = await addTestPhoto(app, owner);
  const many = 10_025;
  await app.db.run(
    `with crowd as (insert into members (id, username, name, email, email_verified_at)
       select gen_random_uuid(), 'crowd' || n, 'One of many', 'crowd' || n || '@example.test', now() from generate_series(1, $2) n returning id),
     liked as (insert into likes (photo_id, member_id) select $1, id from crowd)
     update photos set likes_count = $2 where id = $1`,
    [photo.id, many],
  );
  const list = async (query: string) => {
    const { status, json } = await app.call('GET', `/photos/${photo.id}/likes?per_page=50&${query}`, { token: fan.token });
    expect(status).toBe(200);
    return json as { data: { id: string }[]; meta: { total: number; last_page: number; next_cursor: string | null } };
  };
  const last = await list('page=200');
  expect(last.data).toHaveLength(50);
  expect(last.meta).toMatchObject({ total: many, last_page: 200 });
  expect(await list('page=201')).toMatchObject({ data: [], meta: { total: many, last_page: 200, next_cursor: null } });
  expect(await list('page=999999999')).toMatchObject({ data: [], meta: { last_page: 200 } });
  const behind = await list(`cursor=${last.meta.next_cursor}`);
  expect(behind.data).toHaveLength(many - 10_000);
  expect(behind.meta.next_cursor).toBeNull();
  expect(behind.data.map(({ id }) => id)).not.toEqual(expect.arrayContaining([last.data.at(-1)!.id]));
});

test('blocked, muted, suspended and closed members are excluded from likers and counts', async () => {
  const photo = await addTestPhoto(app, owner);
  const [blocked, blocker, muted, departedMember, friend] = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
  for (const { token } of [blocked!, blocker!, muted!, departedMember!, friend!])
    await app.call('POST', `/photos/${photo.id}/like`, { token });
  await Promise.all([
    block(app, fan, blocked!),
    block(app, blocker!, fan),
    mute(app, fan, muted!),
    setMember(app, departedMember!, { suspended_at: new Date() }),
  ]);
  const { json } = await app.call('GET', `/photos/${photo.id}/likes`, { token: fan.token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([friend!.id]);
  expect(json.meta.total).toBe(1);
  const response = await app.call('GET', `/photos/${photo.id}`, { token: fan.token });
  expect(response.json.data).toMatchObject({ likes_count: 1, likes: [], is_liked: false });
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.likes_count).toBe(4);
  await setMember(app, departedMember!, { suspended_at: null });
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.likes_count).toBe(5);
});

const commentBelow = async (photo: { id: string }, member: TestMember, content = 'Ndewo'): Promise<{ id: string }> =>
  (await app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content } })).json.data;
const likeComment = (member: TestMember, { id }: { id: string }) => app.call('POST', `/comments/${id}/like`, { token: member.token });
const unlikeComment = (member: TestMember, { id }: { id: string }) => app.call('DELETE', `/comments/${id}/like`, { token: member.token });
const conversation = async (member: TestMember, photo: { id: string }) =>
  (await app.call('GET', `/photos/${photo.id}/comments`, { token: member.token })).json.data;
const newsOf = async (member: TestMember, query = '') =>
  (await app.call('GET', `/forum/notifications${query}`, { token: member.token })).json.data.notifications as Record<string, unknown>[];

test('liking a comment counts and notifies once, and can be removed', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  const writer = await addTestMember(app);
  const comment = await commentBelow(photo, writer, 'Whose hand was this?');
  for (const _ of [1, 2]) expect((await likeComment(fan, comment)).json.data).toEqual(liked(1, true));
  expect(await conversation(fan, photo)).toMatchObject([{ id: comment.id, ...liked(1, true), viewer: { may_like: true } }]);
  expect(await conversation(owner, photo)).toMatchObject([{ id: comment.id, ...liked(1, false) }]);
  for (const _ of [1, 2]) expect((await unlikeComment(fan, comment)).json.data).toEqual(liked(0, false));
  expect((await likeComment(fan, comment)).json.data).toEqual(liked(1, true));
  expect(await newsOf(writer)).toMatchObject([
    {
      type: 'like',
      message: 'Bisi liked your comment on “Uli wall”',
      excerpt: 'Whose hand was this?',
      action_url: `/post/${photo.id}#comment-${comment.id}`,
    },
  ]);
  expect((await newsOf(owner)).filter(({ action_url }) => String(action_url).startsWith(`/post/${photo.id}`))).toMatchObject([
    { type: 'comment' },
  ]);
});

test('notifications of likes are grouped by comment, separately from the photo', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  const [item, other] = [await commentBelow(photo, owner), await commentBelow(photo, owner)];
  const fans = await Promise.all(['Chidi', 'Dayo', 'Efe'].map((name) => addTestMember(app, { name })));
  for (const who of fans) await likeComment(who, item);
  await likeComment(fans[0]!, other);
  await app.call('POST', `/photos/${photo.id}/like`, { token: fans[0]!.token });
  const groups = (await newsOf(owner, '?grouped=1')).filter(({ action_url }) => String(action_url).startsWith(`/post/${photo.id}`));
  expect(groups.map(({ message }) => message)).toEqual([
    'Chidi liked your photo “Uli wall”',
    'Chidi liked your comment on “Uli wall”',
    'Efe and 2 others liked your comment on “Uli wall”',
  ]);
});

test('liking an own comment is allowed and notifies nobody', async () => {
  const photo = await addTestPhoto(app, owner);
  const comment = await commentBelow(photo, owner);
  expect((await likeComment(owner, comment)).json.data).toEqual(liked(1, true));
  expect((await app.db.pool.query('select from notifications where comment_id = $1', [comment.id])).rows).toHaveLength(0);
});

test('likers of a comment exclude blocked, muted, suspended and closed members', async () => {
  const photo = await addTestPhoto(app, owner);
  const comment = await commentBelow(photo, owner);
  const [blocked, blocker, muted, departedMember, friend] = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
  for (const member of [blocked!, blocker!, muted!, departedMember!, friend!]) await likeComment(member, comment);
  const reader = await addTestMember(app);
  await Promise.all([
    block(app, reader, blocked!),
    block(app, blocker!, reader),
    mute(app, reader, muted!),
    setMember(app, departedMember!, { suspended_at: new Date() }),
  ]);
  const { json } = await app.call('GET', `/comments/${comment.id}/likes`, { token: reader.token });
  expect([json.data.map(({ id }: { id: string }) => id), json.meta.total]).toEqual([[friend!.id], 1]);
  expect(await conversation(reader, photo)).toMatchObject([liked(1, false)]);
  expect(await conversation(owner, photo)).toMatchObject([liked(4, false)]);
  await setMember(app, departedMember!, { suspended_at: null });
  expect(await conversation(owner, photo)).toMatchObject([liked(5, false)]);
});

test('deleted and hidden comments cannot be liked, and their likers are not listed', async () => {
  const photo = await addTestPhoto(app, owner);
  const [deleted, hidden] = [await commentBelow(photo, fan), await commentBelow(photo, fan)];
  const reader = await addTestMember(app);
  await likeComment(reader, deleted);
  await app.call('DELETE', `/photos/${photo.id}/comments/${deleted.id}`, { token: fan.token });
  await block(app, fan, reader);
  for (const comment of [deleted, hidden, { id: 'nonsense' }, { id: photo.id }]) {
    for (const change of [likeComment, unlikeComment]) {
      const { status, json } = await change(reader, comment);
      expect([status, json.reason]).toEqual([404, 'commentNotFound']);
    }
    expect((await app.call('GET', `/comments/${comment.id}/likes`, { token: reader.token })).status).toBe(404);
  }
  expect((await newsOf(fan)).filter(({ action_url }) => String(action_url).startsWith(`/post/${photo.id}`))).toEqual([]);
});

test('concurrent likes of a comment and suspensions leave an exact count', async () => {
  const photo = await addTestPhoto(app, owner);
  const comment = await commentBelow(photo, owner);
  const members = await Promise.all(Array.from({ length: 25 }, () => addTestMember(app)));
  await Promise.all(
    [...members, ...members].map(async (member, client) => {
      for (let turn = 0; turn < 4; turn += 1) await ((client + turn) % 3 === 2 ? unlikeComment : likeComment)(member, comment);
      if (client < 5) await setMember(app, member, { suspended_at: new Date() });
    }),
  );
  const [shown] = await conversation(owner, photo);
  const { json } = await app.call('GET', `/comments/${comment.id}/likes?per_page=50`, { token: owner.token });
  expect(json.data).toHaveLength(shown.likes_count);
  const notified = await app.db.row<{ most: number }>(
    'select coalesce(max(n), 0)::int as most from (select count(*) as n from notifications where comment_id = $1 group by actor_id) t',
    [comment.id],
  );
  expect(notified!.most).toBe(1);
});
