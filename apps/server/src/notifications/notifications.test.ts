import { type KindEntry, notificationKinds } from '@mbari/contract/notifications/kinds';
import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { newId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { welcome } from '../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';

describe('the list of notifications', () => {
  let app: TestApp;
  let owner: TestMember;
  let fan: TestMember;
  let photo: { id: string };
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => {
    [owner, fan] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
    photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  });

  const like = (caller: TestMember) => app.call('POST', `/photos/${photo.id}/like`, { token: caller.token });
  const comment = async (caller: TestMember): Promise<{ id: string }> =>
    (await app.call('POST', `/photos/${photo.id}/comments`, { token: caller.token, json: { content: 'Ndewo' } })).json.data;
  const list = async (query = '', caller = owner) => {
    const { status, json } = await app.call('GET', `/forum/notifications${query}`, { token: caller.token });
    expect(status).toBe(200);
    const { notifications, unread_count } = json.data as { notifications: Notification[]; unread_count: number };
    return { types: notifications.map(({ type }) => type), notifications, unread: unread_count, meta: json.meta };
  };

  test('a notification’s sentence uses the current name and title', async () => {
    await like(fan);
    await setMember(app, fan, { name: 'Chief Bisi' });
    await app.db.run('update photos set title = $2 where id = $1', [photo.id, 'The old wall']);
    const [first] = (await list()).notifications;
    expect(first).toMatchObject({
      message: 'Chief Bisi liked your photo “The old wall”',
      action_url: `/post/${photo.id}`,
      user: { id: fan.id },
      read_at: null,
    });
  });

  test('notifications are filtered by read state and paged, and unread ones are counted', async () => {
    await like(fan);
    for (let times = 0; times < 3; times += 1) await comment(fan);
    const everything = await list();
    expect([everything.types, everything.unread]).toEqual([['comment', 'comment', 'comment', 'like'], 4]);
    const first = everything.notifications[0]!;
    for (const _ of [1, 2])
      expect((await app.call('PATCH', `/forum/notifications/${first.id}/mark-read`, { token: owner.token })).status).toBe(200);
    expect((await list('?filter=read')).notifications.map(({ id }) => id)).toEqual([first.id]);
    const unread = await list('?filter=unread&limit=2');
    expect([unread.types, unread.unread, unread.meta.total]).toEqual([['comment', 'comment'], 3, 3]);
    const nextPage = await list(`?filter=unread&limit=2&cursor=${unread.meta.next_cursor}`);
    expect([nextPage.types, nextPage.meta.next_cursor]).toEqual([['like'], null]);
    expect((await app.call('POST', '/forum/notifications/mark-all-read', { token: owner.token })).status).toBe(200);
    const afterRead = await list();
    expect([afterRead.unread, afterRead.notifications.every(({ read_at }) => read_at !== null)]).toEqual([0, true]);
  });

  test('list and bell count to a hundred at most', async () => {
    await app.db.run(
      `insert into notifications (id, member_id, type, actor_id, photo_id) select gen_random_uuid(), $1, 'other', $2, $3 from generate_series(1, 130)`,
      [owner.id, fan.id, photo.id],
    );
    const first = await list();
    expect([first.unread, first.meta.total]).toEqual([100, 100]);
    const ids = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?per_page=50${cursor && `&cursor=${cursor}`}`);
      for (const { id } of page.notifications) ids.add(id);
      cursor = page.meta.next_cursor;
    }
    expect(ids.size).toBe(130);
  });

  test('the list continues past many hidden notifications', async () => {
    await like(fan);
    const stranger = await addTestMember(app);
    await app.db.run(
      `insert into notifications (id, member_id, type, actor_id)
     select ('ffff0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'other', $2 from generate_series(1, 700) n`,
      [owner.id, stranger.id],
    );
    await block(app, owner, stranger);
    const types: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const page = await list(cursor && `?cursor=${cursor}`);
      types.push(...page.types);
      cursor = page.meta.next_cursor;
    }
    expect([types, pages]).toEqual([['like'], 2]);
  });

  test('notifications are deleted 90 days after reading, and all after a year', async () => {
    const add = async (created: string, readAgo: string | null): Promise<string> => {
      const id = newId();
      await app.db.run(
        `insert into notifications (id, member_id, type, actor_id, photo_id, created_at, read_at)
       values ($1, $2, 'other', $3, $4, now() - $5::interval, now() - $6::interval)`,
        [id, owner.id, fan.id, photo.id, created, readAgo],
      );
      return id;
    };
    const expectedIds = [await add('364 days', null), await add('200 days', '89 days')];
    await add('100 days', '91 days');
    await add('366 days', null);
    await addJob(app.db, 'sweep_notifications', null);
    await runJobs(app.context);
    expect((await list()).notifications.map(({ id }) => id).sort()).toEqual(expectedIds.sort());
  });

  test.each(['filter=other', 'limit=0', 'limit=x', 'limit=-1', 'page=0', 'cursor=x'])('the query %s is refused', async (query) => {
    const { status, json } = await app.call('GET', `/forum/notifications?${query}`, { token: owner.token });
    expect([status, Object.keys(json.errors)]).toEqual([422, [query.split('=')[0]]]);
  });

  test('another member’s notification is not found and stays unread', async () => {
    await like(fan);
    const [first] = (await list()).notifications;
    for (const id of [first!.id, newId(), 'nonsense']) {
      const { status, json } = await app.call('PATCH', `/forum/notifications/${id}/mark-read`, { token: fan.token });
      expect([status, json.message]).toEqual([404, 'Notification not found']);
    }
    await app.call('POST', '/forum/notifications/mark-all-read', { token: fan.token });
    expect((await list()).unread).toBe(1);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ['the actor is suspended', () => setMember(app, fan, { suspended_at: new Date() }), 0],
    ['the actor closed their account', () => setMember(app, fan, { closed_at: new Date() }), 0],
    ['the owner blocked the actor', () => block(app, owner, fan), 0],
    ['the actor blocked the owner', () => block(app, fan, owner), 0],
    ['the owner muted the actor', () => mute(app, owner, fan), 0],
    ['the post was deleted', () => setPhotoGone(app, photo, 'deleted_at'), 0],
    ['the post was removed', () => setPhotoGone(app, photo, 'removed_at'), 0],
    ['the owner limits posts to followers', () => setMember(app, owner, { post_visibility: 'followers' }), 2],
  ])('if %s, list and counts have only visible notifications', async (_name, happens, expectedCount) => {
    await like(fan);
    await comment(fan);
    expect(await list()).toMatchObject({ types: ['comment', 'like'], unread: 2 });
    await happens();
    expect(await list()).toMatchObject({ unread: expectedCount, meta: { total: expectedCount } });
    expect((await list()).types).toHaveLength(expectedCount);
  });

  test('the notification of a deleted comment is not listed', async () => {
    await like(fan);
    const { id } = await comment(fan);
    await app.call('DELETE', `/photos/${photo.id}/comments/${id}`, { token: fan.token });
    expect(await list()).toMatchObject({ types: ['like'], unread: 1 });
  });

  test('a notification about another member’s post is listed only while its reader can see the post', async () => {
    await app.db.run(`insert into notifications (id, member_id, type, actor_id, photo_id) values ($1, $2, 'other', $3, $4)`, [
      newId(),
      fan.id,
      owner.id,
      photo.id,
    ]);
    expect((await list('', fan)).types).toEqual(['other']);
    await setMember(app, owner, { post_visibility: 'followers' });
    expect(await list('', fan)).toMatchObject({ types: [], unread: 0 });
  });
});

describe('notification kinds', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  test('the table of kinds equals the registry’s kinds, subjects and groups', async () => {
    const entries: [string, KindEntry][] = Object.entries(notificationKinds);
    const declared = entries.flatMap(([kind, { about }]) =>
      Object.entries(about).map(([subject, { group }]) => ({ kind, about: subject, grouped_by: group?.by ?? null })),
    );
    const rows = await app.db.rows('select kind, about, grouped_by from notification_kinds');
    expect(rows).toHaveLength(declared.length + 1);
    expect(rows).toEqual(expect.arrayContaining([...declared, { kind: 'moderation', about: 'moderation', grouped_by: null }]));
  });

  test('the database refuses an unknown kind and a wrong subject of a kind', async () => {
    const [reader, actor] = [await addTestMember(app), await addTestMember(app)];
    for (const type of ['wave', 'like'])
      await expect(
        app.db.run('insert into notifications (id, member_id, type, actor_id) values ($1, $2, $3, $4)', [
          newId(),
          reader.id,
          type,
          actor.id,
        ]),
      ).rejects.toMatchObject({ constraint: 'notifications_type_about_fkey' });
  });

  test('a notification kind that only a newer version knows is listed as news from its actor', async () => {
    const [reader, actor] = [await addTestMember(app), await addTestMember(app, { name: 'Ada' })];
    await app.db.run(`insert into notification_kinds (kind, about) values ('wave', 'member')`);
    await app.db.run(`insert into notifications (id, member_id, type, actor_id) values ($1, $2, 'wave', $3)`, [
      newId(),
      reader.id,
      actor.id,
    ]);
    const { json } = await app.call('GET', '/forum/notifications', { token: reader.token });
    expect(json.data.notifications).toMatchObject([
      { type: 'other', kind: 'other', message: 'News from Ada', action_url: `/user/${actor.username}` },
    ]);
  });
});

describe('notification settings', () => {
  let app: TestApp;
  let ada: TestMember;
  let olu: TestMember;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(async () => {
    [ada, olu] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Olu' })]);
  });

  const send = async (caller: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
    const response = await app.call(method, path, { token: caller.token, ...(json !== undefined && { json }) });
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return response.json.data;
  };

  /** Lets Olu trigger every notification for Ada. Returns those that Ada received. */
  async function everything(): Promise<string[]> {
    const photo = await addTestPhoto(app, ada);
    await send(olu, 'POST', `/photos/${photo.id}/like`);
    await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Ndewo' });
    const comment = await send(ada, 'POST', `/photos/${photo.id}/comments`, { content: 'Mine' });
    await send(olu, 'POST', `/comments/${comment.id}/like`);
    const olusPhoto = await addTestPhoto(app, olu);
    const commentOnOlusPhoto = await send(ada, 'POST', `/photos/${olusPhoto.id}/comments`, { content: 'Mine' });
    await send(olu, 'POST', `/photos/${olusPhoto.id}/comments`, { content: 'Yours', reply_to: commentOnOlusPhoto.id });
    await send(olu, 'POST', `/users/${ada.id}/follow`);
    const topic = await send(ada, 'POST', '/forum/topics', { category_id: welcome, title: 'Indigo vats', body: 'How warm?' });
    const answer = await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'As a hand' });
    await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: `@${ada.username}, look` });
    const opening = (await send(ada, 'GET', `/forum/topics/${topic.id}/posts`))[0];
    await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${opening.id}/like`);
    const olusTopic = await send(olu, 'POST', '/forum/topics', { category_id: welcome, title: 'Slow vats', body: 'For days' });
    await send(ada, 'POST', `/forum/topics/${olusTopic.id}/follow`);
    await send(olu, 'POST', `/forum/topics/${olusTopic.id}/posts`, { body: 'For weeks' });
    const moderator = await addTestMember(app, { name: 'Mod', role: 'moderator' });
    await send(moderator, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: answer.id });
    return listReasons(ada);
  }

  async function listReasons(caller: TestMember): Promise<string[]> {
    await runJobs(app.context);
    const { notifications } = await send(caller, 'GET', '/forum/notifications');
    return notifications.map(({ reason }: { reason: string }) => reason).sort();
  }

  const kinds = {
    notify_on_like: ['commentLiked', 'photoLiked', 'postLiked'],
    notify_on_comment: ['photoCommented'],
    notify_on_follow: ['followed'],
    notify_on_mention: ['mentionedInPost'],
    notify_on_reply: ['repliedInYourTopic', 'repliedToComment'],
    notify_on_forum: ['repliedInFollowedTopic', 'yourTopicSolved'],
  };
  const allReasons = Object.values(kinds).flat().sort();

  test('members with all settings on get every notification', async () => {
    expect(await everything()).toEqual(allReasons);
  });

  test.each(Object.entries(kinds))('turning off %s keeps the other notifications', async (name, kind) => {
    await send(ada, 'PUT', '/me/forum-settings', { [name]: false });
    const reasons = await everything();
    // With mention notifications off, a mention counts as a reply.
    const expectedReasons = name === 'notify_on_mention' ? [...allReasons, 'repliedInYourTopic'].sort() : allReasons;
    expect(reasons).toEqual(expectedReasons.filter((reason) => !kind.includes(reason)));
  });

  test('a muted member’s acts do not notify, and stay hidden when the mute ends', async () => {
    await mute(app, ada, olu);
    expect(await everything()).toEqual([]);
    await send(ada, 'DELETE', `/users/${olu.id}/mute`);
    expect(await listReasons(ada)).toEqual([]);
  });

  test('a member without comment notifications is still notified of mentions', async () => {
    const photo = await addTestPhoto(app, ada);
    await send(ada, 'PUT', '/me/forum-settings', { notify_on_comment: false });
    await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Ndewo' });
    await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: `@${ada.username}, ndewo` });
    expect(await listReasons(ada)).toEqual(['mentionedInComment']);
  });
});
