import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { insertFollow } from '../../people/follows/queries.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { fillAccount } from '../../testing/fill-account.ts';
import { wrongTopicCounts } from '../../testing/forum.ts';
import { openOutbox } from '../../testing/mails.ts';
import { registration } from '../../testing/matrix/rows/account.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addNotification } from '../../testing/matrix/world.ts';
import { wrongFollowCounts } from '../../testing/recount.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { markAccountsToErase, reopenAccount } from './closed-accounts.ts';
import { eraseAccounts } from './erase-accounts.ts';

describe('closing an account', () => {
  let app: TestApp;
  let outbox: ReturnType<typeof openOutbox>;
  beforeAll(async () => {
    app = await startTestApp();
    outbox = openOutbox(app);
  });
  afterAll(() => app.close());

  const close = ({ token }: { token: string }, json: unknown = { password: testPassword }) => app.call('DELETE', '/me', { token, json });
  const logIn = ({ email }: TestMember) => app.call('POST', '/auth/login', { json: { email, password: testPassword } });
  const isClosed = async ({ id }: TestMember): Promise<boolean> =>
    (await app.db.row<{ closed: boolean }>('select closed_at is not null as closed from members where id = $1', [id]))!.closed;

  async function post({ token }: TestMember, title: string): Promise<{ id: string; image_url: string }> {
    const { status, json } = await app.call('POST', '/photos', { token, form: await formWith(1, { title }) });
    expect(status).toBe(201);
    return json.data;
  }

  test('closing ends all sessions, clears the cookie and mails the owner', async () => {
    const member = await addTestAccount(app);
    const otherSession = await addTestSession(app, member.id);
    const answer = await close(member);
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['message']]);
    expect(refreshCookieOf(answer)).toBe('');
    expect(answer.headers.get('set-cookie')).toMatch(/Path=\/api\/v1\/auth/);
    for (const { token } of [member, otherSession]) expect((await app.call('GET', '/me', { token })).status).toBe(401);
    expect((await close(member)).status).toBe(401);
    await runJobs(app.context);
    const mails = await outbox.take();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Your account is closed']]);
    expect(mails[0]!.text).toMatch(/14 days/);
  });

  test('a wrong password closes nothing', async () => {
    const member = await addTestAccount(app);
    for (const json of [{}, { password: '' }, { password: 'not the password' }, { password: null }]) {
      const answer = await close(member, json);
      expect([answer.status, answer.json.code, Object.keys(answer.json.errors)]).toEqual([422, 'validation', ['password']]);
    }
    expect((await app.call('DELETE', '/me', { json: { password: testPassword } })).status).toBe(401);
    expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
    expect(await isClosed(member)).toBe(false);
  });

  test('a member without a password closes only after a recent sign-in', async () => {
    const member = await addTestMember(app);
    await app.db.pool.query(`update sessions set created_at = now() - interval '16 minutes' where member_id = $1`, [member.id]);
    const late = await close(member, {});
    expect([late.status, late.json.code]).toEqual([403, 'recent_sign_in_required']);
    expect(await isClosed(member)).toBe(false);
    expect((await close(await addTestSession(app, member.id), {})).status).toBe(200);
    expect(await isClosed(member)).toBe(true);
  });

  test('concurrent closings close the account once and mail its owner once', async () => {
    const member = await addTestAccount(app);
    const sessions = await Promise.all(Array.from({ length: 6 }, () => addTestSession(app, member.id)));
    const statuses = (await Promise.all(sessions.map((session) => close(session)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    await runJobs(app.context);
    expect((await outbox.take()).filter(({ to }) => to === member.email)).toHaveLength(1);
  });

  test('friends who close their accounts concurrently cause no deadlock', async () => {
    const [first, second] = (await Promise.all([addTestAccount(app), addTestAccount(app)])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await insertFollow(app.db, first!.id, second!.id);
    const lockRow = 'select from members where id = $1 for no key update';
    const answer = await whileChanging(
      app,
      () => close(second!),
      (run) => run(lockRow, [first!.id]),
      async (run) => {
        await run(`set local lock_timeout = '200ms'`);
        await run(lockRow, [second!.id]);
      },
    );
    expect(answer.status).toBe(200);
  });

  async function seenBy(
    viewer: TestMember,
    leavingMember: TestMember,
    content: { photo: { id: string; image_url: string }; below: string },
  ) {
    const ask = async (path: string): Promise<any> => (await app.call('GET', path, { token: viewer.token })).json;
    const photoAnswer = await app.call('GET', `/photos/${content.photo.id}`, { token: viewer.token });
    const [feed, likes, comments, notifications, ownLikes, me] = await Promise.all(
      [
        '/photos',
        `/photos/${content.below}/likes`,
        `/photos/${content.below}/comments`,
        '/forum/notifications',
        `/photos/${content.below}`,
        '/me',
      ].map(ask),
    );
    return {
      named: [feed, likes, comments, notifications, ownLikes].filter((json) => JSON.stringify(json).includes(leavingMember.username))
        .length,
      photo: photoAnswer.status,
      image: (await app.call('GET', new URL(content.photo.image_url, app.url).href)).status,
      feed: feed.meta.total,
      likes: [likes.meta.total, ownLikes.data.likes_count],
      comments: [comments.meta.total, ownLikes.data.comments_count],
      notifications: [notifications.meta.total, notifications.unread_count],
      follows: [me.data.followers_count, me.data.following_count],
    };
  }

  test('a closed account is invisible and uncounted, and signing in restores everything', async () => {
    const [leavingMember, staying] = [await addTestAccount(app), await addTestMember(app)];
    const photo = await post(leavingMember, 'The leaving one');
    const { id: below } = await post(staying, 'The staying one');
    expect((await app.call('POST', `/photos/${below}/like`, { token: leavingMember.token })).status).toBe(200);
    expect(
      (await app.call('POST', `/photos/${below}/comments`, { token: leavingMember.token, json: { content: 'Fine cloth.' } })).status,
    ).toBe(201);
    await insertFollow(app.db, leavingMember.id, staying.id);
    await insertFollow(app.db, staying.id, leavingMember.id);
    await addNotification(app, staying, leavingMember);
    const viewBefore = await seenBy(staying, leavingMember, { photo, below });
    expect(viewBefore).toMatchObject({ named: 5, photo: 200, image: 200, likes: [1, 1], comments: [1, 1], follows: [1, 1] });

    expect((await close(leavingMember)).status).toBe(200);
    const viewAfter = await seenBy(staying, leavingMember, { photo, below });
    expect(viewAfter).toMatchObject({
      named: 0,
      photo: 404,
      image: 404,
      feed: viewBefore.feed - 1,
      likes: [0, 0],
      comments: [0, 0],
      follows: [0, 0],
    });
    expect(viewAfter.notifications[0]).toBe(0);

    await app.db.pool.query(`update members set closed_at = now() - interval '13 days 23 hours' where id = $1`, [leavingMember.id]);
    expect((await logIn(leavingMember)).status).toBe(200);
    expect(await seenBy(staying, leavingMember, { photo, below })).toEqual(viewBefore);
  });

  test('closing cancels a pending change of address and reset link', async () => {
    const member = await addTestAccount(app);
    await app.db.pool.query(`insert into email_changes (member_id, email) values ($1, 'other@example.test')`, [member.id]);
    await app.db.pool.query(`insert into password_resets values ($1, '\\x00', $2, now() + interval '1 hour')`, [member.id, member.email]);
    await close(member);
    for (const table of ['email_changes', 'password_resets'])
      expect((await app.db.pool.query(`select from ${table} where member_id = $1`, [member.id])).rowCount).toBe(0);
  });

  test('concurrent sign-ins reopen the account', async () => {
    const member = await addTestAccount(app, { closed_at: new Date() });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => logIn(member)))).map(({ status }) => status);
    expect(statuses).toEqual(Array<number>(6).fill(200));
    expect(await isClosed(member)).toBe(false);
  });
});

describe('erasing closed accounts', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const close = ({ token }: TestMember) => app.call('DELETE', '/me', { token, json: { password: testPassword } });
  const closedSince = (member: TestMember, time: string): Promise<unknown> =>
    app.db.pool.query(`update members set closed_at = now() - $2::interval where id = $1`, [member.id, time]);
  const isThere = async ({ id }: TestMember): Promise<boolean> =>
    (await app.db.pool.query('select from members where id = $1', [id])).rowCount === 1;

  async function erase(): Promise<void> {
    await addJob(app.db, 'erase_accounts', null);
    await runJobs(app.context);
  }

  async function traces(...texts: string[]): Promise<string[]> {
    const { rows: columns } = await app.db.pool.query<{ t: string; c: string }>(
      `select format('%I.%I', table_schema, table_name) as t, format('%I', column_name) as c from information_schema.columns
      where table_schema in ('public', 'graphile_worker') and table_name <> 'migrations'
        and (table_schema, table_name) in (select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE')`,
    );
    const tracesFound: string[] = [];
    for (const { t, c } of columns) {
      const { rowCount } = await app.db.pool.query(
        `select from ${t} where exists (select from unnest($1::text[]) traced(word) where ${t}.${c}::text like '%' || traced.word || '%')`,
        [texts],
      );
      if (rowCount) tracesFound.push(`${t}.${c}`);
    }
    return tracesFound;
  }

  /** Returns the foreign keys by which no row references this member. Omits short-lived rows. */
  async function pointersWithout(member: TestMember): Promise<string[]> {
    const { rows } = await app.db.pool.query<{ t: string; c: string }>(
      `select c.conrelid::regclass::text as t, a.attname::text as c from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'members'::regclass and c.conrelid::regclass::text <> all($1::text[]) order by 1, 2`,
      [['profile_flips', 'forum_departures']],
    );
    const without: string[] = [];
    for (const { t, c } of rows)
      if ((await app.db.pool.query(`select from ${t} where ${c} = $1 limit 1`, [member.id])).rowCount === 0) without.push(`${t}.${c}`);
    return without;
  }

  async function filesOf(ids: string[]): Promise<string[]> {
    const files = await readdir(path.join(app.context.config.dataFolder, 'uploads'), { recursive: true });
    return files.filter((file) => ids.some((id) => file.includes(id)));
  }

  /** Returns stored counters that differ from the counted rows. */
  const wrongCounts = async (): Promise<unknown[]> => [
    ...(await wrongFollowCounts(app)),
    ...(await wrongTopicCounts(app)),
    ...(
      await app.db.pool.query(
        `select * from (
         select 'photo' as what, p.id, p.likes_count = (select count(*) from likes l join members m on m.id = l.member_id and m.is_live where l.photo_id = p.id)
           and p.comments_count = (select count(*) from comments c join members m on m.id = c.member_id and m.is_live
                                    where c.photo_id = p.id and c.deleted_at is null) as is_right from photos p join members o on o.id = p.member_id and o.is_live
         union all
         select 'comment', c.id, c.likes_count = (select count(*) from comment_likes l join members m on m.id = l.member_id and m.is_live where l.comment_id = c.id) from comments c join members o on o.id = c.member_id and o.is_live
         union all
         select 'member', m.id, m.followers_count = (select count(*) from follows f join members o on o.id = f.follower_id and o.is_live where f.followed_id = m.id)
           and m.following_count = (select count(*) from follows f join members o on o.id = f.followed_id and o.is_live where f.follower_id = m.id)
           and m.photos_count = (select count(*) from photos p where p.member_id = m.id and p.is_there) from members m where m.is_live) all_counts
       where not is_right`,
      )
    ).rows,
  ];

  test('14 days after closing, no data of the member remains and all counts are right', async () => {
    const { member, images, words } = await fillAccount(app, 'ukaerasuresubject');
    expect(await pointersWithout(member), 'a member who did everything there is').toEqual([]);
    expect((await close(member)).status).toBe(200);
    await closedSince(member, '13 days 23 hours');
    await erase();
    expect(await isThere(member)).toBe(true);
    expect(await wrongCounts()).toEqual([]);
    expect(await traces(...words)).toContain('public.comments.content');

    await closedSince(member, '14 days 1 minute');
    await erase();
    expect(await traces(...words)).toEqual([]);
    expect(await wrongCounts()).toEqual([]);
    // The member's reports stay, without the reporter.
    const reports = await app.db.rows('select reporter_id, num_nulls(photo_id) as n, reason, note from reports order by n');
    expect(reports).toEqual([0, 1].map((n) => ({ reporter_id: null, n, reason: 'spam', note: null })));
    expect((await filesOf(images)).length).toBeGreaterThan(0);

    await app.db.pool.query(`update images set deleted_at = deleted_at - interval '2 hours'`);
    await addJob(app.db, 'sweep_images', null);
    await runJobs(app.context);
    expect(await filesOf(images)).toEqual([]);
    expect(await traces(...images)).toEqual([]);
  });

  test('after the erasure, the name and the address are free again and sign-in fails', async () => {
    const member = await addTestAccount(app, { username: 'freeagain', email: 'free.again@example.test' });
    await close(member);
    await closedSince(member, '15 days');
    await erase();
    const credentials = { email: member.email, password: testPassword };
    expect((await app.call('POST', '/auth/login', { json: credentials })).json.code).toBe('invalid_credentials');
    const secondRegistration = await app.call('POST', '/auth/register', {
      json: registration({ username: member.username, email: member.email }),
    });
    expect(secondRegistration.status).toBe(201);
  });

  test('an erasure interrupted after any batch is resumed, and the account stays closed', { tags: ['world'] }, async () => {
    const { member, words } = await fillAccount(app, 'cutoffmember');
    await close(member);
    await closedSince(member, '15 days');
    let batches = 0;
    for (let cutAfter = 0; await isThere(member); cutAfter += 1) {
      batches += 1;
      expect(batches).toBeLessThan(60);
      const controller = new AbortController();
      let statementCount = 0;
      // Simulates a crash after a number of statements.
      const db = {
        ...app.db,
        run: async (sql: string, values?: readonly unknown[]) => {
          const rowCount = await app.db.run(sql, values);
          if ((statementCount += 1) > cutAfter) controller.abort();
          return rowCount;
        },
      };
      await eraseAccounts(null, { context: { ...app.context, db }, signal: controller.signal, attempt: 1 }).catch(() => undefined);
      expect(await wrongCounts()).toEqual([]);
      if (await isThere(member)) expect(await app.db.transaction((tx) => reopenAccount(tx, member.id))).toBe(false);
    }
    expect(batches).toBeGreaterThan(5);
    await runJobs(app.context);
    expect(await traces(...words)).toEqual([]);
  });

  test.each(['erasing', 'coming back'])('of concurrent erasing and reopening, only the first succeeds: %s first', async (first) => {
    const member = await addTestAccount(app, { closed_at: new Date() });
    let erasing: Promise<string[]> = Promise.resolve([]);
    const isBack = await app.db.transaction(async (tx) => {
      // The 14 days end a microsecond after this transaction starts: in time for `markAccountsToErase` only.
      const { now } = (await tx.row<{ now: string }>('select now()::text'))!;
      await app.db.pool.query(
        `update members set closed_at = $2::timestamptz - interval '14 days' + interval '1 microsecond' where id = $1`,
        [member.id, now],
      );
      if (first === 'erasing') await (erasing = markAccountsToErase(app.db));
      const isBack = await reopenAccount(tx, member.id);
      if (first === 'coming back') erasing = markAccountsToErase(app.db);
      return isBack;
    });
    expect([isBack, (await erasing).includes(member.id)]).toEqual([first === 'coming back', first === 'erasing']);
    await erase();
    expect(await isThere(member)).toBe(first === 'coming back');
  });

  test('thousands of likes are erased in small batches, and a failing account delays no other account', { tags: ['world'] }, async () => {
    const [busy, owner] = [await addTestAccount(app), await addTestMember(app)];
    await app.db.pool.query(
      `with added as (insert into photos (id, member_id, title) select gen_random_uuid(), $1, 'x' from generate_series(1, 2600) returning id),
          liked as (insert into likes (photo_id, member_id) select id, $2 from added)
     update members set photos_count = photos_count + 2600 where id = $1`,
      [owner.id, busy.id],
    );
    await app.db.pool.query('update photos set likes_count = 1 where member_id = $1', [owner.id]);
    const stuck = await addTestAccount(app);
    await app.db.pool.query('create table holds (member_id uuid references members)');
    await app.db.pool.query('insert into holds values ($1)', [stuck.id]);
    for (const member of [stuck, busy]) await close(member);
    await closedSince(stuck, '20 days');
    await closedSince(busy, '15 days');
    const sizes: number[] = [];
    const db = {
      ...app.db,
      run: async (sql: string, values?: readonly unknown[]) => {
        const rowCount = await app.db.run(sql, values);
        sizes.push(rowCount);
        return rowCount;
      },
    };
    const run = eraseAccounts(null, { context: { ...app.context, db }, signal: new AbortController().signal, attempt: 1 });
    await expect(run).rejects.toThrow(/holds/);
    expect(Math.max(...sizes)).toBe(500);
    expect(await isThere(busy)).toBe(false);
    expect(await isThere(stuck)).toBe(true);
    await app.db.pool.query('drop table holds');
    await erase();
    expect(await isThere(stuck)).toBe(false);
    expect(await wrongCounts()).toEqual([]);
  });

  test('the sweep deletes only unverified accounts older than 48 hours, closed or not', async () => {
    const old = { created_at: new Date(Date.now() - 49 * 3_600_000) };
    const [pending, closedAccount, fresh, verified] = [
      await addTestAccount(app, { email_verified_at: null, ...old }),
      await addTestAccount(app, { email_verified_at: null, ...old }),
      await addTestAccount(app, { email_verified_at: null }),
      await addTestAccount(app, old),
    ];
    for (const member of [closedAccount, verified]) expect((await close(member)).status).toBe(200);
    await addJob(app.db, 'sweep_pending_accounts', null);
    await runJobs(app.context);
    expect(await Promise.all([pending, closedAccount, fresh, verified].map(isThere))).toEqual([false, false, true, true]);
  });

  test('every foreign key to erased rows has an index', async () => {
    const { rows } = await app.db.pool.query<{ key: string }>(
      `select c.conrelid::regclass || '.' || a.attname as key
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('members'::regclass, 'photos'::regclass, 'comments'::regclass, 'images'::regclass, 'sessions'::regclass)
        and not exists (
          select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`,
    );
    expect(rows).toEqual([]);
  });
});
