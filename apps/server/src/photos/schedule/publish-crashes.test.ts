import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';

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
