import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sync } from '../../adapters/new-file.ts';
import type { RunAs } from './run-as.ts';

const majorVersion = '18';

/** Creates the cluster in a draft folder and renames it, so an interrupted start leaves no half-made database. */
export async function createCluster(
  cluster: string,
  superuser: { name: string; password: string },
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.draft-${process.pid}`;
  const passwordFile = path.join(draft, 'password');
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, superuser.password, { mode: 0o600 });
  if (runAs.owner) for (const file of [draft, passwordFile]) await chown(file, runAs.owner.uid, runAs.owner.gid);
  try {
    await initialise(path.join(draft, 'cluster'), superuser.name, passwordFile, runAs, durable);
    await rename(path.join(draft, 'cluster'), cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    if (durable) await sync(path.dirname(cluster));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns true if the cluster exists. Throws if its version differs or the folder contains something else. */
export async function clusterExists(cluster: string): Promise<boolean> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version?.trim() === majorVersion) return true;
  if (version !== null)
    throw new Error(
      `${cluster} was made by PostgreSQL ${version.trim()}; this one is ${majorVersion}. Move the data with the version that made it.`,
    );
  // Removes only an empty folder, because files in it belong to the operator.
  await rmdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTEMPTY')
      throw new Error(`${cluster} holds files but no database. Move them away, or set MBARI_DATA to another folder.`);
    if (error.code !== 'ENOENT') throw error;
  });
  return false;
}

export async function removeStaleDrafts(cluster: string): Promise<void> {
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

async function initialise(cluster: string, superuser: string, passwordFile: string, runAs: RunAs, durable: boolean): Promise<void> {
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'initdb'), [
    ...['-D', cluster, '-U', superuser, '--encoding=UTF8', '--data-checksums', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    // Character classes must not depend on the machine's locale. macOS has another name for this locale.
    ...[
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    ],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const { code, output } = await runProgram(command, args, runAs);
  if (code !== 0) throw new Error(`PostgreSQL could not make its folder: ${output.trim()}`);
}

export function runProgram(
  command: string,
  args: string[],
  { owner }: RunAs,
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
      ...owner,
      cwd: '/',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
    // The program may exit before it reads its input.
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

export const clusterOf = (dataFolder: string): string => path.join(dataFolder, 'database');

/** Returns the socket folder. A socket path is limited to about 100 bytes, so a deep data folder gets a socket in /tmp. */
export function socketFolder(dataFolder: string): string {
  const near = path.join(dataFolder, 'run');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join('/tmp', `mbari-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);
}
