import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addTestPhoto, block, setMember, unblock } from '../../testing/posts.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';

describe('scheduled posts', () => {
  let app: TestApp;
  let beside: TestApp;
  let author: TestMember;
  let fan: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
  });
  beforeEach(async () => {
    [author, fan] = await Promise.all([addTestMember(app), addTestMember(app)]);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  const hour = 60 * 60_000;
  const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const ask = (member: TestMember, method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: member.token, ...(json !== undefined && { json }) });
  const schedule = async (fields: Record<string, string> = {}) =>
    app.call('POST', '/photos', { token: author.token, form: await formWith(1, { title: 'Dusk', publish_at: ahead(hour), ...fields }) });
  const scheduled = async (fields: Record<string, string> = {}): Promise<string> => (await schedule(fields)).json.data.id;
  const move = ({ token }: TestMember, id: string, time: string | null) =>
    app.call('PUT', `/photos/${id}/schedule`, { token, json: { publish_at: time } });
  const scheduledIds = async ({ token } = author): Promise<string[]> =>
    (await app.call('GET', '/scheduled', { token })).json.data.map(({ id }: { id: string }) => id);
  const feed = async (member: TestMember): Promise<{ id: string; title: string }[]> =>
    (await ask(member, 'GET', '/photos?per_page=50')).json.data;
  const makeDue = (id: string, ago = '1 minute'): Promise<unknown> =>
    app.db.run(`update photos set publish_at = now() - $2::interval where id = $1`, [id, ago]);
  const runOn = async (...nodes: TestApp[]): Promise<void> => {
    for (const _ of nodes) await addJob(app.db, 'publish_due_posts', null);
    await Promise.all(nodes.map(({ context }) => runJobs(context)));
  };
  const countOf = async (): Promise<number> =>
    (await app.db.row<{ n: number }>('select photos_count as n from members where id = $1', [author.id]))!.n;
  const own = async (): Promise<{ id: string; title: string }[]> => (await feed(fan)).filter(({ title }) => title.startsWith('Dusk'));
  const notifications = async (): Promise<{ reason: string; action_url: string; message: string }[]> =>
    (await ask(author, 'GET', '/forum/notifications')).json.data.notifications;
  beforeEach(() => app.db.run(`update photos set deleted_at = now() where deleted_at is null`));

  test('a scheduled post exists for its author alone', async () => {
    const { status, json } = await schedule({ category: 'Dance' });
    expect(status).toBe(201);
    const { id, images } = json.data;
    expect(json.data).toMatchObject({ scheduled: { has_failed: false }, is_archived: false });
    expect((await ask(author, 'GET', `/photos/${id}`)).json.data.viewer).toMatchObject({
      may_edit: true,
      may_like: false,
      may_comment: false,
    });
    const organiser = await addTestMember(app, { role: 'admin' });
    for (const member of [fan, organiser]) expect((await ask(member, 'GET', `/photos/${id}`)).status).toBe(404);
    for (const member of [author, fan]) expect((await feed(member)).map((post) => post.id)).not.toContain(id);
    expect([await countOf(), await scheduledIds()]).toEqual([0, [id]]);
    expect(await scheduledIds(fan)).toEqual([]);
    const [address] = images[0].image_path.split('?');
    expect([(await fetch(app.url + address)).status, (await fetch(app.url + images[0].image_path)).status]).toEqual([404, 200]);
  });

  test('at its time the post becomes the newest, once, however many nodes publish it', async () => {
    const id = await scheduled({ description: 'At #benin' });
    await runOn(app);
    expect(await own()).toEqual([]);
    const later = await addTestPhoto(app, fan);
    await makeDue(id);
    await runOn(app, beside);
    await runOn(app, beside);
    const [first, second] = await feed(fan);
    expect([first!.title, second!.id]).toEqual(['Dusk', later.id]);
    expect(first!.id).not.toBe(id);
    expect((await own()).length).toBe(1);
    expect([await countOf(), await scheduledIds()]).toEqual([1, []]);
    // The address of the scheduled post leads to the published one, for those who may see it.
    for (const reader of [author, fan]) expect((await ask(reader, 'GET', `/photos/${id}`)).json.data.id).toBe(first!.id);
    await block(app, author, fan);
    expect((await ask(fan, 'GET', `/photos/${id}`)).status).toBe(404);
    await unblock(app, author, fan);
    const { json } = await ask(fan, 'GET', `/photos/${first!.id}`);
    expect((await fetch(app.url + json.data.image_url)).status).toBe(200);
    expect(Date.now() - Date.parse(json.data.created_at)).toBeLessThan(60_000);
    expect((await ask(fan, 'GET', '/photos?tag=benin')).json.data).toHaveLength(1);
    expect((await ask(fan, 'POST', `/photos/${first!.id}/like`)).status).toBe(200);
  });

  test('a scheduled post can be changed, moved, shared now or deleted by its author alone', async () => {
    const id = await scheduled();
    const edited = await app.call('POST', `/photos/${id}/update`, {
      token: author.token,
      form: await formWith(0, { title: 'Dusk again' }),
    });
    expect(edited.json.data.title).toBe('Dusk again');
    const at = ahead(2 * hour);
    for (const time of [at, null]) expect((await move(fan, id, time)).status).toBe(404);
    expect((await move(author, id, at)).json).toMatchObject({ data: { id, scheduled: { at } }, message: 'Photo scheduled' });
    const { status, json } = await move(author, id, null);
    expect([status, json.data.title, (await own()).map((post) => post.id)]).toEqual([200, 'Dusk again', [json.data.id]]);
    for (const time of [at, null]) {
      const again = await move(author, json.data.id, time);
      expect([again.status, again.json.reason]).toEqual([409, 'photoNotScheduled']);
      expect((await move(fan, json.data.id, time)).json.reason).toBe('photoOfOther');
    }
    const other = await scheduled();
    expect((await ask(author, 'DELETE', `/photos/${other}`)).status).toBe(200);
    expect([await countOf(), await scheduledIds()]).toEqual([1, []]);
  });

  test.each([
    ['in the past', -hour],
    ['more than a year ahead', 367 * 24 * hour],
  ])('a time %s is refused', async (_name, ms) => {
    const { status, json } = await schedule({ publish_at: ahead(ms) });
    expect([status, json.errors.publish_at]).toEqual([422, ['Choose a time in the future, at most a year ahead.']]);
    const id = await scheduled();
    for (const time of [ahead(ms), 'soon']) expect((await move(author, id, time)).json.errors.publish_at).toHaveLength(1);
  });

  test('a member schedules at most a hundred posts', async () => {
    for (let n = 0; n < 99; n += 1) await addTestPhoto(app, author, { publish_at: new Date(Date.now() + hour) });
    const answers = await Promise.all([schedule(), schedule()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)!.json.errors.publish_at).toEqual([
      '100 of your photos are scheduled already. Share or delete one first.',
    ]);
    expect((await scheduledIds()).length).toBe(100);
  });

  test('a repeated request returns the post, also after it was published', async () => {
    const send = async () =>
      app.call('POST', '/photos', {
        token: author.token,
        form: await formWith(1, { title: 'Dusk', publish_at: at }),
        headers: { 'idempotency-key': 'scheduled-key' },
      });
    const at = ahead(hour);
    const { id } = (await send()).json.data;
    expect((await send()).json.data.id).toBe(id);
    await makeDue(id);
    await runOn(app);
    expect((await send()).json.data.id).toBe((await own())[0]!.id);
  });

  test('posts of suspended and silenced members wait; a day late, the author is told instead, and can choose a new time', async () => {
    const id = await scheduled();
    await makeDue(id);
    await setMember(app, author, { suspended_at: new Date() });
    await runOn(app);
    await setMember(app, author, { suspended_at: null, silenced_at: new Date() });
    await runOn(app);
    expect([await own(), await scheduledIds(), await notifications()]).toEqual([[], [id], []]);
    await makeDue(id, '25 hours');
    await runOn(app, beside);
    await runOn(app);
    expect(await notifications()).toMatchObject([{ reason: 'notPublished', action_url: `/post/${id}` }]);
    expect((await ask(author, 'GET', `/photos/${id}`)).json.data.scheduled.has_failed).toBe(true);
    await setMember(app, author, { silenced_at: null });
    await runOn(app);
    expect(await own()).toEqual([]);
    await move(author, id, ahead(hour));
    expect((await ask(author, 'GET', `/photos/${id}`)).json.data.scheduled.has_failed).toBe(false);
    await makeDue(id);
    await runOn(app);
    expect((await own()).length).toBe(1);
    expect(await notifications()).toMatchObject([{ reason: 'notPublished' }]);
  });

  test('word filters apply at the time of publication', async () => {
    const admin = await addTestMember(app, { role: 'admin' });
    const setFilters = async (entries: object[]) => {
      const { data } = (await ask(admin, 'GET', '/admin/filters')).json;
      const { version, new_account_days, review_first, same_link_accounts } = data;
      return ask(admin, 'PUT', '/admin/filters', { version, new_account_days, review_first, same_link_accounts, entries });
    };
    const [refused, listed] = [await scheduled({ title: 'Dusk raffle' }), await scheduled({ title: 'Dusk tombola' })];
    expect(
      (
        await setFilters([
          { text: 'raffle', action: 'refuse' },
          { text: 'tombola', action: 'report' },
        ])
      ).status,
    ).toBe(200);
    for (const id of [refused, listed]) await makeDue(id);
    await runOn(app);
    expect((await move(author, refused, ahead(hour))).json.errors).toHaveProperty('title');
    expect((await own()).map(({ title }) => title)).toEqual(['Dusk tombola']);
    expect(await notifications()).toMatchObject([{ reason: 'notPublished' }]);
    expect((await ask(admin, 'GET', '/moderation/reports')).json.data.length).toBe(1);
    await setFilters([]);
  });

  test('the category of a scheduled post can be deleted before its time', async () => {
    const id = await scheduled({ category: 'Dance' });
    await app.db.run('update photos set category_id = null where id = $1', [id]);
    await makeDue(id);
    await runOn(app);
    expect(await own()).toMatchObject([{ title: 'Dusk', category: null }]);
  });

  test('a post that an organiser approves is still published at its time, and the log follows it', async () => {
    const admin = await addTestMember(app, { role: 'admin' });
    const { version } = (await ask(admin, 'GET', '/admin/filters')).json.data;
    const filters = { entries: [], new_account_days: 0, review_first: 1, same_link_accounts: 0 };
    const changed = await ask(admin, 'PUT', '/admin/filters', { ...filters, version });
    expect((await schedule()).status).toBe(202);
    await ask(admin, 'PUT', '/admin/filters', { ...filters, review_first: 0, version: changed.json.data.version });
    expect(await scheduledIds()).toEqual([]);
    const [pending] = (await ask(admin, 'GET', '/moderation/pending')).json.data;
    expect((await ask(admin, 'POST', `/moderation/pending/${pending.id}/decide`, { verdict: 'approved' })).status).toBe(200);
    expect([await own(), (await scheduledIds()).length]).toEqual([[], 1]);
    await makeDue((await scheduledIds())[0]!);
    await runOn(app);
    const [published] = await own();
    expect(await app.db.row('select photo_id from moderation_log where member_id = $1', [author.id])).toEqual({ photo_id: published!.id });
  });

  test('every foreign key to a post follows its new id', async () => {
    const keys = await app.db.rows<{ name: string; follows: boolean }>(
      `select conname as name, confupdtype = 'c' as follows from pg_constraint where contype = 'f' and confrelid = 'photos'::regclass`,
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ follows }) => !follows)).toEqual([]);
  });
});

describe('crashes during publication', () => {
  const root = path.join(import.meta.dirname, '../../../../..');
  const posts = 1_000;

  test('two nodes publish each post once, although three job runners are killed meanwhile', { tags: ['world'] }, async () => {
    // The job runners are processes of the built program.
    await promisify(execFile)(process.execPath, ['-e', `import('./scripts/build.mjs').then(({ buildPrograms }) => buildPrograms())`], {
      cwd: root,
    });
    const [app, folder] = [await startTestApp(), await makeQuickFolder('mbari-runners-')];
    const runners: ChildProcess[] = [];
    try {
      const author = await addTestMember(app);
      const { id: category } = (await app.db.row<{ id: string }>(`select id from categories where slug = 'dance'`))!;
      const ids: string[] = [];
      for (let n = 0; n < posts; n += 1)
        ids.push(
          (await addTestPhoto(app, author, { title: `Dusk ${n}`, category_id: category, publish_at: new Date(Date.now() - 1_000) })).id,
        );

      const env = environmentOf(app, folder);
      const start = async (): Promise<void> => {
        runners.push(fork(path.join(root, 'apps/server/dist/jobs.js'), { env, stdio: 'ignore' }));
        await addJob(app.db, 'publish_due_posts', null);
      };
      await start();
      await start();
      for (const published of [100, 300, 500]) {
        await expect.poll(() => countPublished(app), { interval: 5, timeout: 120_000 }).toBeGreaterThanOrEqual(published);
        const [killed] = runners.splice(0, 1) as [ChildProcess];
        killed.kill('SIGKILL');
        await once(killed, 'exit');
        expect(await countPublished(app)).toBeLessThan(posts);
        await start();
      }
      await expect.poll(() => countPublished(app), { timeout: 120_000 }).toBe(posts);

      expect(
        await app.db.row(
          `select count(*)::int as posts, count(distinct title)::int as titles, count(*) filter (where id = any($2::uuid[]))::int as with_old_ids,
                (select count(*)::int from photo_images pi join photos p on p.id = pi.photo_id where p.member_id = $1) as images,
                (select photos_count from members where id = $1) as counted,
                (select sum(photos_count)::int from category_tallies where member_id = $1) as in_category
           from photos where member_id = $1 and is_there`,
          [author.id, ids],
        ),
      ).toEqual({ posts, titles: posts, with_old_ids: 0, images: posts, counted: posts, in_category: posts });
    } finally {
      for (const runner of runners) runner.kill('SIGKILL');
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  const countPublished = async ({ db }: TestApp): Promise<number> =>
    (await db.row<{ n: number }>(`select count(*)::int as n from photos where publish_at is null`))!.n;

  function environmentOf({ database }: TestApp, folder: string): NodeJS.ProcessEnv {
    const { user, password, host, port } = inject('postgres');
    return {
      PATH: process.env['PATH'],
      MBARI_DATA: folder,
      SIGNING_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`,
    };
  }
});
