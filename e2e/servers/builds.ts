import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface Build {
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
export async function findOlderCommit(): Promise<string | null> {
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
export async function buildOlder(commit: string): Promise<Build> {
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
export async function buildNext(name: string, sql: string): Promise<Build> {
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
