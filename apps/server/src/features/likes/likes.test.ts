import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';

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

test('a like counts once, however often it is sent, and is taken back once', async () => {
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

test('liking notifies the owner once for each member, even after taking it back and liking again', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
  await app.call('DELETE', `/photos/${photo.id}/like`, { token: fan.token });
  await app.call('POST', `/photos/${photo.id}/like`, { token: fan.token });
  const { json } = await app.call('GET', '/forum/notifications', { token: owner.token });
  const about = json.data.notifications.filter((one: { action_url: string }) => one.action_url === `/post/${photo.id}`);
  expect(about).toHaveLength(1);
  expect(about[0]).toMatchObject({ type: 'like', message: 'Bisi liked your photo “Uli wall”', read_at: null, user: { id: fan.id } });
});

test('liking one’s own post is allowed and notifies nobody', async () => {
  const photo = await addTestPhoto(app, owner);
  const { status, json } = await app.call('POST', `/photos/${photo.id}/like`, { token: owner.token });
  expect([status, json.data]).toEqual([200, liked(1, true)]);
  const { rows } = await app.db.pool.query('select from notifications where photo_id = $1', [photo.id]);
  expect(rows).toHaveLength(0);
});

test('who liked is listed by name and picture, a private profile too, and with nothing that the private profile does not show', async () => {
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

test('ten thousand likes and unlikes from fifty clients leave an exact count', { tags: ['slow'] }, async () => {
  const photo = await addTestPhoto(app, owner);
  const members = await Promise.all(Array.from({ length: 25 }, () => addTestMember(app)));
  // Two clients of each of 25 members, two hundred calls each, in turns that clash.
  await Promise.all(
    [...members, ...members].map(async ({ token }, client) => {
      for (let turn = 0; turn < 200; turn += 1) {
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

test('likes and suspensions at once leave a count of those who are there', async () => {
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

test('who liked is listed newest first, page after page, without repeats', async () => {
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
  // Also those that look like one of ours, but name a day that never was.
  for (const never of ['nonsense', '20260230120000000000', '00000101120000000000', '20260101240000000000'].map((time) => time + fan.id))
    expect((await app.call('GET', `/photos/${photo.id}/likes?cursor=${never}`, { token: fan.token })).status).toBe(422);
  expect((await app.call('GET', `/photos/${photo.id}/likes?page=99`, { token: fan.token })).json.data).toEqual([]);
});

test('those who are blocked, muted or gone are left out of who liked and of the count', async () => {
  const photo = await addTestPhoto(app, owner);
  const [blocked, blocker, muted, gone, friend] = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
  for (const { token } of [blocked!, blocker!, muted!, gone!, friend!]) await app.call('POST', `/photos/${photo.id}/like`, { token });
  await Promise.all([
    block(app, fan, blocked!),
    block(app, blocker!, fan),
    mute(app, fan, muted!),
    setMember(app, gone!, { suspended_at: new Date() }),
  ]);
  const { json } = await app.call('GET', `/photos/${photo.id}/likes`, { token: fan.token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([friend!.id]);
  expect(json.meta.total).toBe(1);
  const one = await app.call('GET', `/photos/${photo.id}`, { token: fan.token });
  expect(one.json.data).toMatchObject({ likes_count: 1, likes: [], is_liked: false });
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.likes_count).toBe(4);
  await setMember(app, gone!, { suspended_at: null });
  expect((await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.likes_count).toBe(5);
});
