import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';

export interface RunAs {
  binaries: string;
  wrap(command: string, args: string[]): [string, string[]];
  /** User who must own the files; null means this process's user. */
  owner: { uid: number; gid: number } | null;
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. For root, uses a user namespace, outside which the files belong to root.
 * If namespaces are not allowed (Docker's default), uses the user `postgres` or `nobody`.
 */
export function chooseRunAs({ folder: binaries, links }: Binaries, dataFolder: string): RunAs {
  const linked = links === null ? [] : ['env', `${process.platform === 'darwin' ? 'DYLD' : 'LD'}_LIBRARY_PATH=${links}`];
  const prefix = [...(works('setpriv', ['--pdeathsig', 'INT', 'true']) ? ['setpriv', '--pdeathsig', 'INT'] : []), ...linked];
  const wrapWith =
    (before: string[]) =>
    (command: string, args: string[]): [string, string[]] => {
      const [first = command, ...rest] = [...before, command, ...args];
      return [first, rest];
    };
  if (process.getuid?.() !== 0) return { binaries, wrap: wrapWith(prefix), owner: null };

  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (works('unshare', [...namespace.slice(1), 'true'])) return { binaries, wrap: wrapWith([...namespace, ...prefix]), owner: null };

  const owner = findOrdinaryUser();
  requireReachable(dataFolder, owner);
  return { binaries: isReachable(binaries, owner) ? binaries : stage(binaries), wrap: wrapWith(prefix), owner };
}

const works = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0;

function findOrdinaryUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || 'NaN'));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither user namespaces nor a user "nobody". Start Mbari as an ordinary user.',
  );
}

function requireReachable(dataFolder: string, owner: { uid: number; gid: number }): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  if (isReachable(dataFolder, owner)) return;
  throw new Error(
    `PostgreSQL does not run as root, and the user that it runs as instead cannot reach ${dataFolder}. ` +
      'Set MBARI_DATA to a folder that others may pass through, such as /var/lib/mbari, or start Mbari as an ordinary user.',
  );
}

function isReachable(folder: string, owner: { uid: number; gid: number }): boolean {
  for (let ancestor = folder; ; ancestor = path.dirname(ancestor)) {
    const { uid, gid, mode } = statSync(ancestor);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (ancestor === path.dirname(ancestor)) return true;
  }
}

/** Copies the programs to a folder that every user can read. Programs in a private home cannot be run by another user. */
function stage(binaries: string): string {
  const home = '/var/lib/mbari';
  const name = `${path.basename(path.dirname(binaries))}-${statSync(path.join(binaries, 'bin/postgres')).mtimeMs.toFixed(0)}`;
  const folder = path.join(home, name);
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true, mode: 0o755 });
  accessSync(home, constants.W_OK);
  const draft = `${folder}.${process.pid}`;
  cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'go+rX', draft]);
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
