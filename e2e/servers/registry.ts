import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { findProgram } from '../find-program.ts';
import { freePort, runNode } from '../server.ts';

const root = path.join(import.meta.dirname, '../..');
const [npm, npx] = ['npm', 'npx'].map((name) => findProgram(name)!) as [string, string];
/** Installed by the tests that need it, because its 300 packages would slow down every `npm ci`. */
const verdaccio = {
  private: true,
  dependencies: { verdaccio: '6.2.5' },
  // Verdaccio names a tag of this package, and mirrors of npm's registry may have no tags.
  overrides: { 'node-fetch': '2.7.0' },
};

export interface Registry {
  /** Home folder of the person who installs, empty at first, with an empty npm cache. */
  home: string;
  /** Packs this build and publishes it; with `next` as that version, with one more migration. */
  publish: (next?: { version: string; migration: string }) => Promise<void>;
  /** Runs npm in the home folder. */
  npm: (...args: string[]) => Promise<string>;
  /** Starts npx in the home folder. */
  npx: (env: Record<string, string>, ...args: string[]) => ReturnType<typeof runNode>;
  stop: () => Promise<void>;
}

/** Starts a registry on this machine that passes on every other package from the registry of npm's settings. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-registry-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  // Separate folders, because npm searches the folders above for a project.
  const [program, home] = [path.join(folder, 'program'), path.join(folder, 'home')];
  for (const one of [program, home]) await mkdir(one);
  const [port, config] = [await freePort(), path.join(program, 'config.yaml')];
  const url = `http://127.0.0.1:${port}/`;
  const own = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  await writeFile(path.join(program, 'package.json'), JSON.stringify(verdaccio));
  await run(npm, ['install', '--prefix', program, '--ignore-scripts'], own);
  const settings = {
    storage: path.join(program, 'storage'),
    uplinks: { npm: { url: (await run(npm, ['config', 'get', 'registry'], own)).trim() } },
    packages: { 'mbari': { access: '$all', publish: '$all' }, '**': { access: '$all', proxy: 'npm' } },
    max_body_size: '200mb',
    log: { type: 'stdout', level: 'warn' },
  };
  await writeFile(config, JSON.stringify(settings));
  const server = runNode([path.join(program, 'node_modules/verdaccio/bin/verdaccio'), '--config', config, '--listen', url], own);
  const stop = async (): Promise<void> => {
    await server.end();
    await remove();
  };
  try {
    const ping = async (): Promise<number | null> => (await fetch(`${url}-/ping`).catch(() => null))?.status ?? server.process.exitCode;
    await expect.poll(ping, { timeout: 60_000, intervals: [100] }).not.toBe(null);
    expect(await ping()).toBe(200);
  } catch (error) {
    await stop();
    throw new Error(`The registry did not start:\n${server.output()}`, { cause: error });
  }
  const env = { PATH: process.env['PATH'], HOME: home, npm_config_registry: url, npm_config_update_notifier: 'false' };
  return {
    ...{ home, stop },
    async publish(next) {
      const target = path.join(folder, 'package');
      await run(process.execPath, [path.join(root, 'scripts/pack.mjs'), target], own);
      if (next) {
        for (const file of ['package.json', 'apps/server/package.json'].map((name) => path.join(target, name)))
          await writeFile(file, (await readFile(file, 'utf8')).replace(/("version": )"[^"]+"/, `$1"${next.version}"`));
        await writeFile(path.join(target, 'apps/server/migrations/9998_planted.sql'), next.migration);
      }
      await run(npm, ['publish', target, '--registry', url, `--//127.0.0.1:${port}/:_authToken=any`], own);
    },
    npm: (...args) => run(npm, args, env, home),
    npx: (more, ...args) => runNode([npx, '--yes', ...args], { ...env, ...more }, { cwd: home, isGroup: true }),
  };
}

const run = async (program: string, args: string[], env: NodeJS.ProcessEnv, cwd = tmpdir()): Promise<string> =>
  (await promisify(execFile)(program, args, { env, cwd, maxBuffer: 64 * 1024 ** 2 })).stdout;
