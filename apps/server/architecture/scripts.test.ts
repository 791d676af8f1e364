import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affectedTests } from '../../../scripts/affected-tests.mjs';
import { readPlaywright, readVitest, summarize } from '../../../scripts/test-report.mjs';
import { root } from './source.ts';

let folder: string;
/** Creates a folder where the settings of the browser tests apply. Other checks skip names that start with a dot. */
beforeAll(async () => void (folder = await mkdtemp(path.join(root, 'e2e/.report-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const config = `import config from '../playwright.config.ts';
const { projects, globalSetup, ...settings } = config;
export default { ...settings, testDir: '.', outputDir: 'results' };`;

const spec = `import { expect, test } from '@playwright/test';
test('always passes', () => {});
test.describe('a busy machine', () => {
  test('passes at the second try', ({}, { retry }) => expect(retry).toBe(1));
  test('never passes', () => expect(1).toBe(2));
});`;

const vitestConfig = `import config from '../../vitest.config.ts';
export default { test: { root: import.meta.dirname, retry: config.test.retry, include: ['planted.test.ts'] } };`;

const vitestSpec = `import { describe, expect, test } from 'vitest';
let tries = 0;
describe('a busy machine', () => test('passes at the second try', () => expect(++tries).toBe(2)));
test('never passes', () => expect(1).toBe(2));`;

interface Outcome {
  report: unknown;
  code: number;
}

async function outcomeOf(args: string[], ci: string | undefined, file: string): Promise<Outcome> {
  const code = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CI: ci, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }).then(
    () => 0,
    (failed: { code: number }) => failed.code,
  );
  return { report: JSON.parse(await readFile(file, 'utf8')), code };
}

const runVitest = (ci: string | undefined, file: string): Promise<Outcome> =>
  outcomeOf(
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      path.join(folder, 'vitest.config.ts'),
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    ci,
    file,
  );

async function runPlanted(ci: string | undefined): Promise<Outcome> {
  await writeFile(path.join(folder, 'playwright.config.ts'), config);
  await writeFile(path.join(folder, 'planted.spec.ts'), spec);
  const file = path.join(folder, 'report.json');
  return outcomeOf([path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', folder, '--reporter=json'], ci, file);
}

test('in CI a browser test that passes on a second try counts as passed and is named as flaky', { tags: ['world'] }, async () => {
  const { report, code } = await runPlanted('true');
  const results = readPlaywright(report, code, root);
  expect(results).toEqual({
    passed: 2,
    failed: 1,
    flaky: [`a busy machine › passes at the second try (${path.relative(root, folder)}/planted.spec.ts)`],
    failures: [`a busy machine › never passes (${path.relative(root, folder)}/planted.spec.ts)`],
  });
  const vitest = { passed: 5, failed: 0, flaky: [], failures: [] };
  expect(summarize([vitest, results])).toEqual([
    `[mbari] Flaky, passed at the second try only: ${results.flaky[0]}`,
    `[mbari] Failed: ${results.failures[0]}`,
    '7 passed, 1 failed',
  ]);
});

test('outside CI a browser test that fails on the first try counts as failed', { tags: ['world'] }, async () => {
  const { report, code } = await runPlanted(undefined);
  expect(readPlaywright(report, code, root)).toMatchObject({ passed: 1, failed: 2, flaky: [], failures: { length: 2 } });
});

test('a code test that passes on a second try counts as flaky in CI and as failed elsewhere', { tags: ['world'] }, async () => {
  await writeFile(path.join(folder, 'vitest.config.ts'), vitestConfig);
  await writeFile(path.join(folder, 'planted.test.ts'), vitestSpec);
  const name = `${path.relative(root, folder)}/planted.test.ts`;
  const outcomes = await Promise.all(['true', undefined].map((ci, index) => runVitest(ci, path.join(folder, `vitest-${index}.json`))));
  expect(outcomes.map(({ report, code }) => readVitest(report, code, root))).toEqual([
    { passed: 1, failed: 1, flaky: [`a busy machine › passes at the second try (${name})`], failures: [`never passes (${name})`] },
    { passed: 0, failed: 2, flaky: [], failures: [`a busy machine › passes at the second try (${name})`, `never passes (${name})`] },
  ]);
});

test('a runner with a failing exit code has failed, even if it names no test', () => {
  const failed = { passed: 0, failed: 1, flaky: [], failures: [] };
  expect(readPlaywright(null, 1, root)).toEqual(failed);
  expect(readVitest(null, 1, root)).toEqual(failed);
  const unread = {
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [{ name: `${root}/a.test.ts`, status: 'failed', assertionResults: [] }],
  };
  expect(readVitest(unread, 1, root)).toEqual({ ...failed, passed: 3, failures: ['a.test.ts'] });
  expect(readVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 0, root)).toEqual({ ...failed, passed: 3, failed: 0 });
});

const architecture = 'apps/server/architecture/';

test.each([
  ['apps/server/src/forum/polls/queries.ts', [architecture, 'apps/server/src/forum/']],
  ['apps/web/src/photos/posts/photo-card.tsx', [architecture, 'apps/web/src/photos/']],
  ['packages/words/locales/fr/people.json', [architecture, 'packages/words/', 'apps/server/src/people/', 'apps/web/src/people/']],
  ['docs/operating/README.md', [architecture]],
  ['e2e/journeys/feed.spec.ts', [architecture]],
])('npm run check runs the tests of the domain of %s, and the architecture tests', (changed, folders) => {
  expect(affectedTests([changed])).toEqual(folders);
  expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
});

test.each([
  'package-lock.json',
  'vitest.config.ts',
  'packages/contract/src/photos/likes.ts',
  'apps/server/src/platform/db/batch.ts',
  'apps/server/src/app.ts',
  'apps/web/src/routes.tsx',
  'apps/server/migrations/0001_schema.sql',
  'apps/server/src/cli/doctor.ts',
  'docs/operating/haproxy.cfg',
  'e2e/samples/four-fields.heic',
])('npm run check runs all quick tests after a change to %s, which several domains use', (changed) => {
  expect(affectedTests(['docs/README.md', 'apps/server/src/forum/rules.ts', changed])).toEqual([]);
});

test('npm run check runs all quick tests if nothing differs from the last commit', () => {
  expect(affectedTests([])).toEqual([]);
});
