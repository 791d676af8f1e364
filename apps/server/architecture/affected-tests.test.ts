import { execFileSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  lintedPaths,
  readPassed,
  readState,
  type State,
  typedFolders,
  unaffected,
  withRun,
  writePassed,
} from '../../../scripts/affected-tests.mjs';
import { readTree } from '../../../scripts/import-graph.mjs';
import { filesBelow, root } from './source.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'affected-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (at: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(folder, at)), { recursive: true });
  await writeFile(path.join(folder, at), text);
};

/** A repository in small: each test imports or reads in another way. */
const files: Record<string, string> = {
  'package-lock.json': '{}',
  'vitest.config.ts': `import './apps/web/build/plugin.ts';`,
  'apps/web/build/plugin.ts': '',
  'apps/server/migrations/0001_begin.sql': 'select 1',
  'apps/server/src/platform/db/migrate.ts': `export const at = import.meta.dirname;`,
  'apps/server/src/likes/queries.ts': `import '../platform/db/migrate.ts'; export const like = 'insert';`,
  'apps/server/src/likes/routes.ts': `export { like } from './queries.ts';`,
  'apps/server/src/likes/likes.test.ts': `import type { like } from './routes.ts';`,
  'apps/server/src/late.test.ts': `await import('./late.ts');`,
  'apps/server/src/late.ts': '',
  'apps/server/src/anywhere.test.ts': 'const name = "late"; await import(`./${name}.ts`);',
  'apps/server/src/reader.test.ts': `import { readFileSync } from 'node:fs'; readFileSync(import.meta.dirname + '/late.ts');`,
  'apps/server/src/starter.test.ts': `import { spawn } from 'node:child_process'; spawn('node', ['scripts/late.mjs']);`,
  'apps/server/src/nowhere.test.ts': `import '@mbari/contract/lost';`,
  'apps/web/src/picture.test.ts': `new URL('../samples/picture.heic', import.meta.url);`,
  'apps/web/samples/picture.heic': 'a picture',
  'apps/web/src/button.test.tsx': `import { say } from '@mbari/words/photos'; import { Button } from '~/button.tsx';`,
  'apps/web/src/button.tsx': `export const Button = 1;`,
  'packages/words/src/generated/en/photos.ts': `export const say = 'Like';`,
  'docs/README.md': 'To read.',
};
/** Of these nobody can tell what they read. */
const readingAnything = ['anywhere', 'reader', 'starter', 'nowhere'].map((name) => `apps/server/src/${name}.test.ts`);
const names = Object.keys(files);
const tests = names.filter((at) => /\.test\.tsx?$/.test(at));

beforeEach(async () => {
  for (const [at, text] of Object.entries(files)) await write(at, text);
});

const nothing = { tests: {}, checks: {} };
const reportOn = (named: string[], rest: object = {}): object => ({
  testResults: named.map((at) => ({
    name: path.join(folder, at),
    status: 'passed',
    assertionResults: [{ status: 'passed', failureMessages: [] }],
    ...rest,
  })),
});
const allPassed = (state: State): ReturnType<typeof withRun> => withRun(nothing, state, { report: reportOn(tests), code: 0, root: folder });

/** Which tests run again when this file says something else than when all passed. */
async function runAfter(at: string, text = `${files[at] ?? ''}\n// Changed.`, env: Record<string, string> = {}): Promise<string[]> {
  const passed = allPassed(readState(folder, { env: {} }));
  await write(at, text);
  const left = unaffected(readState(folder, { env }), passed);
  return tests.filter((one) => !left.includes(one) && !readingAnything.includes(one));
}

test('when nothing has changed, all that passed is left out', () => {
  const state = readState(folder);
  expect(state.tests.size).toBe(tests.length);
  expect(unaffected(state, allPassed(state))).toEqual(
    tests.toSorted((a, b) => [...state.tests.keys()].indexOf(a) - [...state.tests.keys()].indexOf(b)),
  );
  expect(unaffected(state, nothing)).toEqual([]);
});

test.each([
  ['apps/server/src/likes/likes.test.ts', 'apps/server/src/likes/likes.test.ts'],
  ['apps/server/src/likes/queries.ts', 'apps/server/src/likes/likes.test.ts'],
  ['apps/server/migrations/0001_begin.sql', 'apps/server/src/likes/likes.test.ts'],
  ['apps/server/migrations/0002_new.sql', 'apps/server/src/likes/likes.test.ts'],
  ['apps/server/src/late.ts', 'apps/server/src/late.test.ts'],
  ['apps/web/samples/picture.heic', 'apps/web/src/picture.test.ts'],
  ['apps/web/src/button.tsx', 'apps/web/src/button.test.tsx'],
  ['packages/words/src/generated/en/photos.ts', 'apps/web/src/button.test.tsx'],
])('a change to %s runs the test that reads it, and no other that is known to read something else', async (changed, runs) => {
  expect(await runAfter(changed)).toEqual([runs]);
  if (!names.includes(changed)) await rm(path.join(folder, changed));
});

test('a test of which nobody can tell what it reads runs after every change', async () => {
  const passed = allPassed(readState(folder));
  await write('docs/README.md', 'Something else.');
  expect(tests.filter((at) => !unaffected(readState(folder), passed).includes(at)).toSorted()).toEqual(readingAnything.toSorted());
});

test.each([
  'package-lock.json',
  'vitest.config.ts',
  'apps/web/build/plugin.ts',
  'apps/web/src/testing/components.setup.ts',
  'scripts/test.mjs',
])('a change to %s runs them all', async (at) => {
  const rest = tests.filter((one) => !readingAnything.includes(one));
  expect(await runAfter(at)).toEqual(rest);
  if (!names.includes(at)) await rm(path.join(folder, at));
});

/** Which checks of the code run again. */
async function checksAfter(at: string): Promise<string[]> {
  const { checks: before } = readState(folder);
  await write(at, `${files[at] ?? ''}\n// Changed.`);
  return Object.entries(readState(folder).checks).flatMap(([name, sum]) => (sum === before[name] ? [] : [name]));
}

test('a check of the code runs again when its folders have changed, or what they import', async () => {
  const every = ['unused code', 'format'];
  expect(await checksAfter('docs/README.md')).toEqual(['format']);
  expect(await checksAfter('apps/server/src/late.ts')).toEqual(['types of the server', 'lint of the server', ...every]);
  expect(await checksAfter('apps/web/src/button.tsx')).toEqual(['types of the web app', 'lint of the web app', ...every]);
  const checks = Object.keys(readState(folder).checks);
  const ofOthers = ['types of the contract', 'types of the demo'];
  expect(await checksAfter('packages/words/src/generated/en/photos.ts')).toEqual(checks.filter((name) => !ofOthers.includes(name)));
  expect(await checksAfter('package-lock.json')).toEqual(checks);
});

test('of this repository, every module is looked at by one of the lints', () => {
  const paths = Object.values(lintedPaths).flat();
  const modules = [...readTree(root).keys()].filter((at) => /\.[cm]?[jt]sx?$/.test(at));
  expect(modules.length).toBeGreaterThan(2_000);
  expect(modules.filter((at) => !paths.some((one) => at === one || at.startsWith(`${one}/`)))).toEqual([]);
});

test('of this repository, a check of types runs again after a change to any file that its compiler reads', { tags: ['slow'] }, () => {
  const { checked } = readState(root);
  for (const [name, typed] of Object.entries(typedFolders)) {
    const listed = execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', typed, '--listFilesOnly'], { cwd: root });
    const ours = listed
      .toString()
      .split('\n')
      .map((at) => path.relative(root, at))
      .filter((at) => at !== '' && !at.includes('node_modules'));
    expect(ours.length, name).toBeGreaterThan(10);
    expect(
      ours.filter((at) => !checked[name]!.has(at)),
      name,
    ).toEqual([]);
  }
});

test('another PostgreSQL to test with runs them all', async () => {
  const rest = tests.filter((one) => !readingAnything.includes(one));
  expect(await runAfter('docs/README.md', files['docs/README.md'], { TEST_DATABASE_URL: 'postgres://elsewhere' })).toEqual(rest);
});

test('what failed, needed a second try, or stood in a run that ended badly, runs again', () => {
  const state = readState(folder);
  const [one, ...others] = tests as [string, ...string[]];
  const left = (report: object, code: number): string[] =>
    unaffected(state, withRun(allPassed(state), state, { report, code, root: folder }));
  expect(left(reportOn([one], { status: 'failed' }), 0)).not.toContain(one);
  expect(left(reportOn([one], { assertionResults: [{ status: 'passed', failureMessages: ['late'] }] }), 0)).not.toContain(one);
  expect(left(reportOn([one]), 1)).not.toContain(one);
  // What was left out of that run had passed before, and has not changed since.
  expect(left(reportOn([one]), 1).toSorted()).toEqual(others.toSorted());
});

test('what a run did not get to is not taken for passed', () => {
  const state = readState(folder);
  expect(unaffected(state, withRun(nothing, state, { report: reportOn(tests.slice(1)), code: 0, root: folder }))).not.toContain(tests[0]);
  expect(unaffected(state, withRun(nothing, state, { report: null, code: 0, root: folder }))).toEqual([]);
});

test('what passed is kept in a file, and a broken file says that nothing has', async () => {
  const state = readState(folder);
  const at = path.join(folder, '.cache/passed.json');
  writePassed(at, allPassed(state));
  expect(readPassed(at)).toEqual(allPassed(state));
  await writeFile(at, '{');
  expect(readPassed(at)).toEqual(nothing);
});

test('of this repository, all files are read, and few tests may read anything', () => {
  const tree = readTree(root);
  expect(filesBelow('.').filter((at) => !tree.has(at))).toEqual([]);
  const { tests: ours, everywhere } = readState(root);
  expect(ours.size).toBeGreaterThan(300);
  expect(everywhere).toBeGreaterThan(0);
  expect(everywhere, 'tests that run after every change').toBeLessThan(40);
});
