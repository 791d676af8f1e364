import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { findProgram } from '../find-program.ts';
import { fill, type Member } from '../outage-run.ts';
import type { RunningServer } from '../server.ts';
import { startHaproxy, startNginx } from './balancers.ts';
import { askWhile, type PostedPhoto, sum, uploadWithin } from './rolling-run.ts';
import { startTwoNodes } from './two-nodes.ts';

// Runs an older version and this one on one database: npx playwright test -c e2e/servers two-versions
// OLDER_COMMIT selects another older version with the same packages.
const perSecond = Number(process.env['ROLLING_PER_SECOND'] ?? 20);
const likes = 250;

/** A schema change that the previous version must tolerate. */
const expand = `-- The version before may run on this.
create table planted (id uuid primary key, photo_id uuid references photos on delete cascade);
create index planted_photo on planted (photo_id);
alter table photos add column planted text;
alter table members add column planted integer not null default 0;
alter table comments add column planted boolean;
`;
const contract = 'drop table planted;\n';

let older: Build | null = null;
const missing = 'no older version to begin with: the history is cut off, or migrations or packages have changed since';
test.beforeAll(async () => {
  test.setTimeout(600_000);
  const commit = await findOlderCommit();
  older = commit === null ? null : await buildOlder(commit);
});
test.afterAll(() => older?.remove());

for (const [name, start] of [
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
] as const) {
  const program = findProgram(name);
  test(`behind ${name} a new version replaces an older one node by node without failed requests`, async () => {
    test.skip(program === null, `no ${name}`);
    test.skip(older === null, missing);
    test.setTimeout(600_000);
    const next = await buildNext('9998_planted.sql', expand);
    const { url, dataFolder, nodes, startNode, output, stop } = await startTwoNodes(start, program!, older!.folder);
    try {
      const filled = await withDatabase({ dataFolder }, (db) => fill(db, likes));
      const restart = async (index: number, build: Build): Promise<RunningServer> => {
        await wait(2_000);
        expect(await nodes[index]!.end()).toBe(0);
        return (nodes[index] = await startNode(index, build.folder));
      };
      const { figures } = await askWhile(url, filled, { perSecond }, async () => {
        // The new version migrates while the older one serves.
        await restart(0, next);
        await useBoth([nodes[0]!.url, nodes[1]!.url], filled.likers);
        expect(await lostAssets(url, nodes)).toEqual([]);
        console.log(`files of the older version that the newer one has not: ${(await lostAssets(nodes[0]!.url, nodes)).length / 3}`);
        const again = await restart(1, older!);
        expect(again.output()).toContain('The database is newer than this program');
        await useBoth([nodes[0]!.url, nodes[1]!.url], filled.likers);
        await restart(1, next);
        await wait(2_000);
      });
      console.log(`${name}, from ${older!.migrations.at(-1)} to ${next.migrations.at(-1)}: ${JSON.stringify(figures)}`);
      if (sum(figures.answers) + sum(figures.likes) !== figures.answers['2xx']! + figures.likes['2xx']!)
        console.log(output().slice(-3_000));
      const wellDone = { '2xx': expect.any(Number) };
      expect(figures).toEqual({ answers: wellDone, likes: wellDone, uploads: wellDone, missed: 0 });
    } finally {
      await stop();
      await next.remove();
    }
  });
}

test('an old version keeps running after an incompatible migration, and does not start again on it', async () => {
  const program = findProgram('haproxy');
  test.skip(program === null, 'no haproxy');
  test.skip(older === null, missing);
  const next = await buildNext('9998_planted.sql', `${expand.replace(/^--.*\n/, '')}${contract}`);
  const { nodes, startNode, stop } = await startTwoNodes(startHaproxy, program!, older!.folder);
  try {
    await nodes[0]!.end();
    nodes[0] = await startNode(0, next.folder);
    expect((await fetch(`${nodes[1]!.url}/readyz`)).status).toBe(200);
    await nodes[1]!.end();
    await expect(startNode(1)).rejects.toThrow(
      'The database is newer than this program (9998_planted.sql). Start the version that ran last',
    );
    expect((await fetch(`${nodes[0].url}/readyz`)).status).toBe(200);
  } finally {
    await stop();
    await next.remove();
  }
});

/** Checks that a change on a node of either version is immediately visible on the other. */
async function useBoth(urls: readonly [string, string], [author, reader]: readonly Member[]): Promise<void> {
  for (const [here, there] of [urls, urls.toReversed()] as [string, string][]) {
    let posted: PostedPhoto | undefined;
    expect(await uploadWithin(0, here, { token: author!.token, key: crypto.randomUUID() }, (photo) => (posted = photo))).toBe('2xx');
    const at = `/photos/${posted!.id}`;
    const { data: feed } = await call<{ data: { id: string }[] }>(there, '/photos', reader!);
    expect(feed.map(({ id }) => id)).toContain(posted!.id);
    await call(there, `${at}/like`, reader!, {});
    await call(there, `${at}/comments`, reader!, { content: 'From the other one' });
    for (const url of [here, there]) {
      const { data } = await call<{ data: { likes_count: number; comments: { content: string }[] } }>(url, at, author!);
      expect([data.likes_count, data.comments.map(({ content }) => content)]).toEqual([1, ['From the other one']]);
      const { data: news } = await call<{ data: { unread_count: number } }>(url, '/forum/notifications', author!);
      expect(news.unread_count).toBeGreaterThan(0);
    }
  }
}

async function call<Answer>(url: string, at: string, { token }: Member, json?: object): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1${at}`, {
    method: json ? 'POST' : 'GET',
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    body: json ? JSON.stringify(json) : null,
  });
  expect([at, answer.status < 300]).toEqual([at, true]);
  return (await answer.json()) as Answer;
}

/** Returns the files of the nodes' pages that the balancer does not serve. */
async function lostAssets(url: string, nodes: readonly RunningServer[]): Promise<string[]> {
  const lost: string[] = [];
  for (const node of nodes) {
    const page = await (await fetch(`${node.url}/`, { headers: { accept: 'text/html' } })).text();
    const files = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!));
    expect(files.size).toBeGreaterThan(0);
    // Requests each file three times, to reach each node.
    for (const file of [...files].flatMap((one) => [one, one, one])) {
      const answer = await fetch(`${url}${file}`);
      await answer.arrayBuffer();
      if (!answer.ok) lost.push(`${file}: ${answer.status}`);
    }
  }
  return lost;
}

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Build {
  folder: string;
  /** File names of the build's migrations. */
  migrations: string[];
  remove: () => Promise<void>;
}

const needed = ['apps/server/migrations', 'package-lock.json'];

/**
 * Returns the oldest commit that has the same packages and no migrations that this version lacks. Null if there is none. OLDER_COMMIT
 * overrides the search.
 */
async function findOlderCommit(): Promise<string | null> {
  const named = process.env['OLDER_COMMIT'];
  if (named !== undefined) return named;
  const git = async (...args: string[]): Promise<string[]> =>
    (await run('git', args, { cwd: root }).catch(() => ({ stdout: '' }))).stdout.split('\n').filter((line) => line !== '');
  const now = new Set(await git('ls-tree', '-r', 'HEAD', ...needed));
  let oldest: string | null = null;
  for (const commit of await git('log', '--format=%H', '--', ...needed)) {
    const files = await git('ls-tree', '-r', commit, ...needed);
    const knowsLines = await git('grep', '-l', 'saysOlderMayRun', commit, '--', 'apps/server/src/platform/db/migrate.ts');
    if (!files.every((file) => now.has(file)) || knowsLines.length === 0) break;
    oldest = commit;
  }
  return oldest;
}

/** Builds an older commit in its own folder, with the installed packages. */
async function buildOlder(commit: string): Promise<Build> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-older-'));
  const archive = path.join(folder, 'archive.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await mkdir(path.join(folder, 'node_modules'));
  // Copies relative links, so that this repository's packages are the older version.
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (name === '@mbari')
      await cp(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.cache') await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  await run(process.execPath, ['--input-type=module', '-e', `await (await import('./scripts/build.mjs')).build()`], { cwd: folder });
  return describe(folder);
}

/** Copies the current build and adds a migration. */
async function buildNext(name: string, sql: string): Promise<Build> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-next-'));
  const [from, to] = [path.join(root, 'apps/server'), path.join(folder, 'apps/server')];
  await mkdir(to, { recursive: true });
  for (const entry of ['node_modules', 'packages', 'package.json', 'docs']) await symlink(path.join(root, entry), path.join(folder, entry));
  await symlink(path.join(root, 'apps/web'), path.join(folder, 'apps/web'));
  await symlink(path.join(from, 'package.json'), path.join(to, 'package.json'));
  for (const entry of ['dist', 'migrations']) await cp(path.join(from, entry), path.join(to, entry), { recursive: true });
  await writeFile(path.join(to, 'migrations', name), sql);
  return describe(folder);
}

async function describe(folder: string): Promise<Build> {
  const migrations = (await readdir(path.join(folder, 'apps/server/migrations'))).filter((name) => name.endsWith('.sql')).sort();
  return { folder, migrations, remove: () => rm(folder, { recursive: true, force: true }) };
}
