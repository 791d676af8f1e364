import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addManyRows, addMemberRows, rowId } from '../testing/many-rows.ts';
import { addTestPhoto, mute, setMember } from '../testing/posts.ts';
import { wrongFollowCounts } from '../testing/recount.ts';

describe('blocks', () => {
  let app: TestApp;
  let viewer: TestMember;
  let member: TestMember;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(async () => {
    expect(await wrongFollowCounts(app)).toEqual([]);
    await app.close();
  });
  beforeEach(async () => {
    [viewer, member] = [await addTestMember(app), await addTestMember(app)];
  });

  const block = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/block`, { token: actor.token });
  const unblock = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/block`, { token: actor.token });
  const mute = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/mute`, { token: actor.token });
  const unmute = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/mute`, { token: actor.token });
  const follow = (target: TestMember, actor: TestMember) => app.call('POST', `/users/${target.id}/follow`, { token: actor.token });
  const listBlocks = async (actor = viewer, query = '') => (await app.call('GET', `/me/blocks${query}`, { token: actor.token })).json;
  const listMutes = async (actor = viewer, query = '') => (await app.call('GET', `/me/mutes${query}`, { token: actor.token })).json;
  const countsOf = async (actor: TestMember): Promise<[number, number]> => {
    const { json } = await app.call('GET', '/me', { token: actor.token });
    return [json.data.followers_count, json.data.following_count];
  };
  const notificationsOf = async (actor: TestMember) => (await app.call('GET', '/forum/notifications', { token: actor.token })).json.data;

  test('a block ends follows both ways and removes their notifications; unblocking restores neither', async () => {
    await follow(member, viewer);
    await follow(viewer, member);
    expect((await notificationsOf(viewer)).unread_count).toBe(1);
    for (let times = 0; times < 2; times += 1) expect((await block(member)).status).toBe(200);
    for (const person of [viewer, member]) expect(await countsOf(person)).toEqual([0, 0]);
    for (const actor of [viewer, member]) expect((await follow(actor === viewer ? member : viewer, actor)).status).toBe(404);
    for (let times = 0; times < 2; times += 1) expect((await unblock(member)).status).toBe(200);
    for (const person of [viewer, member]) {
      expect(await countsOf(person)).toEqual([0, 0]);
      expect((await notificationsOf(person)).notifications).toEqual([]);
    }
    expect((await follow(member, viewer)).status).toBe(200);
  });

  test('a mute ends no follow and leaves the muted member’s counts and notifications unchanged', async () => {
    await follow(member, viewer);
    await follow(viewer, member);
    const countsBefore = await countsOf(member);
    for (let times = 0; times < 2; times += 1) expect((await mute(member)).status).toBe(200);
    expect(await countsOf(member)).toEqual(countsBefore);
    expect((await notificationsOf(member)).unread_count).toBe(1);
    expect((await notificationsOf(viewer)).unread_count).toBe(0);
    for (let times = 0; times < 2; times += 1) expect((await unmute(member)).status).toBe(200);
    expect((await notificationsOf(viewer)).unread_count).toBe(1);
  });

  test('members cannot block or mute themselves', async () => {
    for (const action of [block, unblock, mute, unmute]) {
      const { status, json } = await action(viewer);
      expect([status, json.code]).toEqual([422, 'cannot_block_self']);
    }
  });

  test('a blocked member may block in turn, and then both must unblock', async () => {
    await block(viewer, member);
    expect((await block(member)).status).toBe(200);
    await unblock(viewer, member);
    expect((await follow(member, viewer)).status).toBe(404);
    expect((await unblock(member)).status).toBe(200);
    expect((await follow(member, viewer)).status).toBe(200);
  });

  test('blocking or muting a closed account and muting a blocker get the same answer as for an unknown member', async () => {
    const comparable = ({ status, text, json }: Awaited<ReturnType<typeof block>>) => [status, text.replace(json.request_id, '')];
    const inactiveColumns = [{ suspended_at: new Date() }, { closed_at: new Date() }, { email_verified_at: null }];
    const hiddenMembers = await Promise.all(inactiveColumns.map((columns) => addTestMember(app, columns)));
    for (const action of [block, mute]) {
      const answerForUnknown = comparable(await action({ id: newId() }));
      expect(answerForUnknown[0]).toBe(404);
      for (const person of [...hiddenMembers, { id: 'nobody' }]) expect(comparable(await action(person))).toEqual(answerForUnknown);
    }
    await block(viewer, member);
    expect((await mute(member)).status).toBe(404);
  });

  test('unblocking and unmuting always succeed', async () => {
    for (const action of [unblock, unmute])
      for (const person of [member, { id: newId() }, { id: 'nobody' }]) expect((await action(person)).status).toBe(200);
  });

  test('members list only their own blocks and mutes, newest first', async () => {
    const otherMembers = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    for (const person of otherMembers) {
      await block(person);
      await mute(person, member);
    }
    await block(viewer, otherMembers[0]);
    const newestFirst = otherMembers.toReversed().map(({ id }) => id);
    for (const [list, actor] of [
      [listBlocks, viewer],
      [listMutes, member],
    ] as const) {
      const { data, meta } = await list(actor);
      expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([newestFirst, 3]);
      expect(Object.keys(data[0]).toSorted()).toEqual(['avatar_url', 'id', 'name', 'profile', 'since', 'subscription', 'username']);
      const first = await list(actor, '?per_page=2');
      const second = await list(actor, `?per_page=2&cursor=${first.meta.next_cursor}`);
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(newestFirst);
      expect((await list(actor, '?per_page=2&page=2')).data.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(2));
    }
    expect((await listMutes(viewer)).data).toEqual([]);
    expect((await listBlocks(member)).meta.total).toBe(0);
    expect((await app.call('GET', '/me/blocks?cursor=x', { token: viewer.token })).status).toBe(422);
  });

  test('closed accounts are unlisted until they return; a member who is blocked and muted is listed as blocked only', async () => {
    const otherMember = await addTestMember(app);
    await mute(member);
    for (const person of [member, otherMember]) await block(person);
    await setMember(app, otherMember, { closed_at: new Date() });
    expect((await listBlocks()).meta.total).toBe(1);
    expect((await listMutes()).meta.total).toBe(0);
    await setMember(app, otherMember, { closed_at: null });
    expect((await listBlocks()).meta.total).toBe(2);
    await block(viewer, member);
    expect((await listBlocks()).data.map(({ id }: { id: string }) => id)).toContain(member.id);
  });

  test('members who are unverified or in onboarding cannot block or mute', async () => {
    for (const [columns, code] of [
      [{ email_verified_at: null }, 'email_unverified'],
      [{ bio: null }, 'onboarding_required'],
    ] as const) {
      const someone = await addTestMember(app, columns);
      for (const action of [block, unblock, mute, unmute]) expect((await action(member, someone)).json.code).toBe(code);
      for (const list of [listBlocks, listMutes]) expect((await list(someone)).code).toBe(code);
    }
    expect((await app.call('POST', `/users/${member.id}/block`)).status).toBe(401);
  });
});

describe('counts after a block', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const commentsOf = async ({ token }: TestMember, photoId: string): Promise<number> =>
    (await app.call('GET', `/photos/${photoId}`, { token })).json.data.comments_count;

  async function addComments(photoId: string, by: TestMember, count: number): Promise<void> {
    await app.db.pool.query(
      `with added as (insert into comments (id, photo_id, member_id, content)
                    select gen_random_uuid(), $1, $2, 'Again' from generate_series(1, $3) returning id)
     update photos set comments_count = comments_count + (select count(*) from added) where id = $1`,
      [photoId, by.id, count],
    );
  }

  test('comments of muted members are not counted, up to a thousand per post', async () => {
    const [owner, reader, talker] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    const quietPost = await addTestPhoto(app, owner);
    const busyPost = await addTestPhoto(app, owner);
    await addComments(quietPost.id, talker, 999);
    await addComments(busyPost.id, talker, 1_200);
    await addComments(busyPost.id, owner, 1);
    expect(await commentsOf(reader, busyPost.id)).toBe(1_201);

    await mute(app, reader, talker);
    expect(await commentsOf(reader, quietPost.id)).toBe(0);
    expect(await commentsOf(reader, busyPost.id)).toBe(201);
  });
});

describe('members with many blocks', () => {
  const blockCount = 10_020;

  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [addMemberRows(blockCount)]);
  }, 120_000);
  afterAll(() => app.close());

  test('blocked and muted members are counted up to the last page, and the cursor reaches all', async () => {
    const { id, token } = await addTestMember(app);
    for (const [table, by, targetColumn] of [
      ['blocks', 'blocker_id', 'blocked_id'],
      ['mutes', 'muter_id', 'muted_id'],
    ] as const) {
      await app.db.pool.query(
        `insert into ${table} (${by}, ${targetColumn}, created_at)
       select $1, ${rowId(1, 'n')}, now() - n * interval '1 second' from generate_series(1, ${blockCount}) n`,
        [id],
      );
      const { json } = await app.call('GET', `/me/${table}?page=500`, { token });
      expect(json.meta).toMatchObject({ total: 10_000, last_page: 500, current_page: 500 });
      expect(json.data).toHaveLength(20);
      const behind = await app.call('GET', `/me/${table}?cursor=${json.meta.next_cursor}`, { token });
      expect(behind.json.data).toHaveLength(20);
      expect(behind.json.meta.next_cursor).toBeNull();
      // Blocks would hide members from the list of mutes, which is read next.
      await app.db.pool.query(`delete from ${table} where ${by} = $1`, [id]);
    }
  });
});
