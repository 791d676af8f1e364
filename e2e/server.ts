import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeQuickFolder } from '../apps/server/src/testing/quick-folder.ts';

const root = path.join(import.meta.dirname, '..');

export interface RunningServer {
  url: string;
  dataFolder: string;
  /** Printed output so far. */
  output(): string;
  /** Sends the signal, waits for the exit, and returns the exit code or the signal's name. */
  end(signal?: NodeJS.Signals): Promise<number | string | null>;
  /** Exit code or signal, once the process has exited. */
  ended: Promise<number | string | null>;
  process: ChildProcess;
}

export interface DataFolder {
  dataFolder: string;
  remove: () => Promise<void>;
}

/** Creates an empty data folder, for tests of the first start. */
export async function makeDataFolder(): Promise<DataFolder> {
  const dataFolder = await makeQuickFolder('mbari-e2e-');
  return { dataFolder, remove: () => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Creates a data folder with an initialized database, the slow part of a first start. */
export async function makeStartedFolder(): Promise<DataFolder> {
  const folder = await makeDataFolder();
  await copyStartedFolder(folder.dataFolder);
  return folder;
}

/** Copies the data folder that `started-folder.setup.ts` creates once per run. */
export async function copyStartedFolder(to: string): Promise<void> {
  const from = process.env['MBARI_E2E_STARTED_FOLDER'];
  if (from === undefined) throw new Error('No started-folder.setup.ts in the configuration of these tests.');
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/**
 * Starts the built product on its own port, as an operator would, and waits until it is ready. `through` is a command prefix; `cwd` is the
 * folder of another build.
 */
export async function startServer(
  dataFolder: string,
  env: Record<string, string> = {},
  through: string[] = [],
  cwd = root,
): Promise<RunningServer> {
  const port = env['PORT'] ?? String(await freePort());
  const url = `http://${env['HOST'] ?? 'localhost'}:${port}`;
  const child = runNode(
    ['apps/server/dist/main.js'],
    { ...environmentFor(dataFolder), PORT: port, PUBLIC_URL: url, ...env },
    { cwd, through },
  );
  for (const deadline = Date.now() + 120_000; ;) {
    if (child.process.exitCode !== null || child.process.signalCode !== null) throw new Error(`The server ended:\n${child.output()}`);
    if (await isReady(url)) return { url, dataFolder, ...child };
    if (Date.now() > deadline) {
      // Safe to kill, because no other process uses its data folder.
      await child.end('SIGKILL');
      throw new Error(`The server was not ready within two minutes:\n${child.output()}`);
    }
    await wait(50);
  }
}

/** Runs a CLI command and waits for its exit. */
export async function runMbari(dataFolder: string, ...args: string[]): Promise<{ code: number | string | null; output: string }> {
  const child = runNode(['apps/server/dist/cli.js', ...args], environmentFor(dataFolder));
  return { code: await child.ended, output: child.output() };
}

export function runNode(
  args: string[],
  env: NodeJS.ProcessEnv,
  { cwd = root, through = [], isGroup = false }: { cwd?: string; through?: string[]; isGroup?: boolean } = {},
) {
  const [program = process.execPath, ...rest] = [...through, process.execPath, ...args];
  const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = new Promise<number | string | null>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  return {
    process: child,
    output: () => text,
    ended,
    end: (signal: NodeJS.Signals = 'SIGTERM') => {
      // Like Ctrl-C, which reaches all processes of the terminal.
      if (isGroup) process.kill(-child.pid!, signal);
      else child.kill(signal);
      return ended;
    },
  };
}

export function environmentFor(dataFolder: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], MBARI_DATA: dataFolder, RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info' };
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Returns the address of the chunk with this name in the English build. */
export const codeOf = (chunk: string): string => `/${findChunk(chunk).file}`;

export const styleSheetOf = (chunk: string): string => `/${findChunk(chunk).css![0]!}`;

function findChunk(chunk: string): { file: string; css?: string[] } {
  const manifest = JSON.parse(readFileSync(path.join(root, 'apps/web/dist/en/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; name?: string; css?: string[] }
  >;
  return Object.values(manifest).find(({ name }) => name === chunk)!;
}

export const registration = (name: string) => ({
  ...{ name, username: name, email: `${name}@example.com`, country_code: '+234', phone: '8012345678' },
  ...{ password: 'a-long-password', password_confirmation: 'a-long-password' },
});

export const register = (url: string, name: string) =>
  fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration(name)),
  });

export const pidOfPostgres = async (dataFolder: string): Promise<number> =>
  Number((await readFile(path.join(dataFolder, 'database/postmaster.pid'), 'utf8')).split('\n')[0]);

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
