import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeQuickFolder } from './quick-folder.ts';

export interface ObjectStore {
  /** Environment variables for a server whose images are in the bucket. */
  settings: Record<string, string>;
  /** Environment variables for a server whose backups are in the bucket. */
  backupSettings: Record<string, string>;
  /** Stops the server and keeps its content for a restart. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Flips a byte of the last object below `prefix`. Returns a function that flips it back. */
  flipByte(prefix: string): Promise<() => Promise<void>>;
  /** Backdates all files by two hours, because the sweep ignores files under an hour old. */
  age(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an S3 server (s3rver) with an empty bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await makeQuickFolder('mbari-s3-');
  let running: Running | null = null;
  let port = 0;
  const start = async (): Promise<void> => {
    running = await run(directory, port);
    ({ port } = running);
  };
  const stop = async (): Promise<void> => {
    if (running === null) return;
    running.child.kill();
    await once(running.child, 'exit');
    running = null;
  };
  await start();
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const renamed = Object.entries(settings).map(([name, value]) => [`BACKUP_${name}`, value] as const);
  return {
    settings,
    backupSettings: { ...Object.fromEntries(renamed), BACKUP_PASSPHRASE: 'seven looms beside the river' },
    stop,
    start,
    async flipByte(prefix) {
      const names = await readdir(path.join(directory, 'pictures', prefix), { recursive: true });
      const file = path.join(
        directory,
        'pictures',
        prefix,
        names
          .filter((name) => name.endsWith('._S3rver_object'))
          .sort()
          .at(-1)!,
      );
      const flip = async (): Promise<void> => {
        const bytes = await readFile(file);
        bytes[bytes.length >> 1]! ^= 1;
        await writeFile(file, bytes);
      };
      await flip();
      return flip;
    },
    async age() {
      const then = new Date(Date.now() - 2 * 60 * 60 * 1_000);
      for (const name of await readdir(directory, { recursive: true })) await utimes(path.join(directory, name), then, then);
    },
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Running {
  child: ChildProcess;
  port: number;
}

async function run(directory: string, port: number): Promise<Running> {
  const program = path.join(path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin/s3rver.js');
  const args = ['-d', directory, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', 'pictures'];
  // s3rver encrypts list cursors with DES, which OpenSSL 3 calls legacy.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /listening on .*?:(\d+)\s*$/i.exec(line);
    if (match) return { child, port: Number(match[1]) };
  }
  throw new Error('s3rver ended before it listened');
}
