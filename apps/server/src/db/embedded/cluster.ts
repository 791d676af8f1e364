import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, link, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunAs } from './run-as.ts';

/** The database's superuser; its password is made with the data folder and never leaves it. */
export const user = 'mbari';
const majorVersion = '18';

/** Makes PostgreSQL's folder where there is none. Killed halfway it leaves nothing that the next start would take for a database. */
export async function makeCluster(cluster: string, password: string, runAs: RunAs, durable: boolean): Promise<void> {
  await removeDrafts(cluster);
  if (await isMade(cluster)) return;
  const draft = `${cluster}.draft-${process.pid}`;
  const passwordFile = path.join(draft, 'password');
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs.owner) for (const at of [draft, passwordFile]) await chown(at, runAs.owner.uid, runAs.owner.gid);
  try {
    await initialise(path.join(draft, 'cluster'), passwordFile, runAs, durable);
    await rename(path.join(draft, 'cluster'), cluster).catch((error: NodeJS.ErrnoException) => {
      // Another start made it meanwhile.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    if (durable) await syncFolder(path.dirname(cluster));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The password kept in the data folder, made once even when two starts race. */
export async function readPassword(dataFolder: string): Promise<string> {
  const folder = path.join(dataFolder, 'secrets');
  const file = path.join(folder, 'database-password');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    if (existsSync(path.join(dataFolder, 'database', 'PG_VERSION')))
      throw new Error(`${file} is missing, and without it the database beside it cannot be opened. Restore it from a backup.`);
    const draft = `${file}.${process.pid}`;
    const handle = await open(draft, 'w', 0o600);
    await handle.writeFile(randomBytes(24).toString('base64url'));
    await handle.sync();
    await handle.close();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft, { force: true });
    await syncFolder(folder);
  }
  return (await readFile(file, 'utf8')).trim();
}

async function isMade(cluster: string): Promise<boolean> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version?.trim() === majorVersion) return true;
  if (version !== null)
    throw new Error(
      `${cluster} was made by PostgreSQL ${version.trim()}; this one is ${majorVersion}. Move the data with the version that made it.`,
    );
  // An empty folder may be in the way; anything else is not ours to remove.
  await rmdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTEMPTY')
      throw new Error(`${cluster} holds files but no database. Move them away, or set MBARI_DATA to another folder.`);
    if (error.code !== 'ENOENT') throw error;
  });
  return false;
}

async function removeDrafts(cluster: string): Promise<void> {
  const folder = path.dirname(cluster);
  for (const name of await readdir(folder)) {
    const maker = new RegExp(`^${path.basename(cluster)}\\.draft-(\\d+)$`).exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker))) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function initialise(cluster: string, passwordFile: string, runAs: RunAs, durable: boolean): Promise<void> {
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'initdb'), [
    ...['-D', cluster, '-U', user, '--encoding=UTF8', '--data-checksums', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    // What is a letter must not depend on the machine. macOS names that locale otherwise.
    ...[
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    ],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const { code, output } = await finished(command, args, runAs);
  if (code !== 0) throw new Error(`PostgreSQL could not make its folder: ${output.trim()}`);
}

function finished(command: string, args: string[], { owner }: RunAs): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
      ...owner,
      cwd: '/',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
