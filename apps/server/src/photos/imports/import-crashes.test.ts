import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { zipOf } from '../../testing/archives.ts';
import { photoFile } from '../../testing/image-files.ts';
import { readImport, uploadImport } from '../../testing/imports.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const posts = 60;

test('an import creates each post once, although three job runners are killed meanwhile', { tags: ['world'] }, async () => {
  // The job runners are processes of the built program.
  await promisify(execFile)(process.execPath, ['-e', `import('./scripts/build.mjs').then(({ buildPrograms }) => buildPrograms())`], {
    cwd: root,
  });
  const app = await startTestApp();
  let runner: ChildProcess | undefined;
  try {
    const member = await addTestMember(app);
    const image = await photoFile(960, 640);
    const files = Object.fromEntries(Array.from({ length: posts }, (_, n) => [`photo-${n}.jpg`, image]));
    const id = await uploadImport(app, member, 'folder', [{ name: 'a.zip', bytes: await zipOf(files) }]);
    await app.call('POST', `/imports/${id}/start`, { token: member.token, json: {} });

    const env = environmentOf(app);
    for (const imported of [10, 25, 40, posts]) {
      runner = fork(path.join(root, 'apps/server/dist/jobs.js'), { env, stdio: 'ignore' });
      await expect.poll(() => countDone(app, id), { interval: 5, timeout: 180_000 }).toBeGreaterThanOrEqual(imported);
      if (imported === posts) break;
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      expect(await countDone(app, id)).toBeLessThan(posts);
      // Does what `recover_jobs` does within a minute.
      await app.db.run(
        'select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs where locked_by is not null))',
      );
    }
    await expect.poll(async () => (await readImport(app, member, id)).state, { timeout: 60_000 }).toBe('done');
    expect(
      await app.db.row(
        `select count(*)::int as posts, count(distinct title)::int as titles, (select photos_count from members where id = $1) as counted,
                (select count(*)::int from photo_images pi join photos p on p.id = pi.photo_id where p.member_id = $1) as images
           from photos where member_id = $1 and is_there`,
        [member.id],
      ),
    ).toEqual({ posts, titles: posts, counted: posts, images: posts });
  } finally {
    runner?.kill('SIGKILL');
    await app.close();
  }
});

const countDone = async ({ db }: TestApp, id: string): Promise<number> =>
  (await db.row<{ n: number }>(`select count(*)::int as n from photo_import_items where import_id = $1 and state = 'done'`, [id]))!.n;

function environmentOf({ database, context }: TestApp): NodeJS.ProcessEnv {
  const { user, password, host, port } = inject('postgres');
  return {
    PATH: process.env['PATH'],
    MBARI_DATA: context.config.dataFolder,
    SIGNING_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`,
  };
}
