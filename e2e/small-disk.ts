import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const isRoot = process.getuid?.() === 0;

/** Command prefix that mounts a file system of this size at a folder, visible only to the command. */
export const withDiskAt = (folder: string, megabytes: number): string[] => [
  'unshare',
  // Root may mount; other users need a user namespace, where Linux allows it.
  ...(isRoot ? ['--mount'] : ['--user', '--mount', '--map-current-user', '--keep-caps']),
  ...['sh', '-c', `mount -t tmpfs -o size=${megabytes}m,mode=0700 tmpfs "$0" && exec "$@"`, folder],
];

/** Returns the folder's path as the process sees it. */
export const folderOf = (pid: number | undefined, folder: string): string => path.join(`/proc/${pid}/root`, folder);

/** Remounts the file system of a running server read-only or writable. Requires root. */
export function remount(pid: number | undefined, folder: string, how: 'ro' | 'rw'): void {
  execFileSync('nsenter', ['--target', String(pid), '--mount', 'mount', '-o', `remount,${how}`, folder]);
}

/** Returns the reason why this machine cannot create such a disk, or null. */
export function whyNoDisk({ toRemount = false } = {}): string | null {
  if (toRemount && !isRoot) return 'only root turns a file system read-only under a running server';
  const folder = mkdtempSync(path.join(tmpdir(), 'mbari-disk-'));
  try {
    mkdirSync(path.join(folder, 'disk'));
    const [program, ...args] = [...withDiskAt(path.join(folder, 'disk'), 1), 'true'];
    execFileSync(program, args, { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no file system can be mounted here: ${(error as Error).message.trim().split('\n').at(-1)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
