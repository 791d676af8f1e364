import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digest, graphOf, readTree } from './import-graph.mjs';

/** @param {string} at */
const isTest = (at) => /^(?:apps|packages)\/.+\.test\.tsx?$/.test(at);
/**
 * On these all tests depend: packages, settings, what runs before the tests, and this very choice.
 * @param {string} at
 */
const isGround = (at) =>
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|vitest\.config\.ts|\w[\w.-]*\.setup\.ts)$/.test(at) ||
  ['.npmrc', 'scripts/affected-tests.mjs', 'scripts/import-graph.mjs', 'scripts/test.mjs'].includes(at);

/**
 * What any check of the code may depend on: their settings, and types that nobody imports.
 * @param {string} at
 */
const isSetting = (at) => /^(?:\.oxlintrc|\.oxfmtrc|knip)\.jsonc?$|\.d\.ts$/.test(at);

/** Compilers read it: it is no document, no SQL and no image. @param {string} at */
const isCode = (at) => !/\.(?:md|sql|png|svg|heic)$/.test(at);

/**
 * What a compiler checks, by the name of the check.
 * @type {Readonly<Record<string, string>>}
 */
export const typedFolders = {
  'types of the server': 'apps/server',
  'types of the web app': 'apps/web',
  'types of the contract': 'packages/contract',
  'types of the demo': 'packages/demo',
  'types of the words': 'packages/words',
  'types of the browser tests': 'e2e',
};

/**
 * … and the lint.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const lintedPaths = {
  'lint of the server': ['apps/server'],
  'lint of the web app': ['apps/web'],
  'lint of the rest': ['packages', 'e2e', 'bench', 'scripts', 'vitest.config.ts'],
};

/**
 * @typedef {object} State
 * @property {Record<string, Set<string>>} checked by its name, all that a check of the code reads
 * @property {Record<string, string>} checks … and the digest of that
 * @property {Map<string, string>} tests by its path, the digest of all that a test file reads: whatever it imports however far away, what that
 *   reads as files, and the ground that all stand on
 * @property {number} everywhere how many of them may read any file, and so depend on all
 */

/**
 * The tests as they stand now.
 * @param {string} root
 * @param {{ env?: Record<string, string | undefined> }} [options]
 * @returns {State}
 */
export function readState(root, { env = process.env } = {}) {
  const tree = readTree(root);
  const read = graphOf(root, tree);
  const machine = [process.version, process.platform, process.arch, env.TEST_DATABASE_URL ?? ''];
  const sum = (/** @type {Iterable<string>} */ files) =>
    digest(JSON.stringify([machine, [...files].sort().map((at) => [at, tree.get(at)])]));
  const ground = reach([...tree.keys()].filter(isGround), read).files;
  const whole = sum(tree.keys());
  const tests = new Map();
  let everywhere = 0;
  for (const at of [...tree.keys()].filter(isTest)) {
    const { files, everything } = reach([at], read);
    everywhere += Number(everything);
    tests.set(at, everything ? whole : sum(new Set([...ground, ...files])));
  }
  const checked = readByChecks(tree, read);
  const checks = Object.fromEntries(Object.entries(checked).map(([name, files]) => [name, sum(files)]));
  return { checked, checks, tests, everywhere };
}

/**
 * What each check of the code reads: its own files, whatever these import, and the packages on which all else stands.
 * @param {Map<string, string>} tree
 * @param {(at: string) => import('./import-graph.mjs').Reads} read
 * @returns {Record<string, Set<string>>}
 */
function readByChecks(tree, read) {
  const code = [...tree.keys()].filter(isCode);
  const settings = code.filter((at) => isGround(at) || isSetting(at));
  const isBelow = (/** @type {string} */ at, /** @type {string} */ folder) => at === folder || at.startsWith(`${folder}/`);
  const readFrom = (/** @type {readonly string[]} */ paths) => {
    const from = paths.every((one) => isBelow(one, 'packages')) ? paths : [...paths, 'packages'];
    const { files } = reach(
      code.filter((at) => from.some((one) => isBelow(at, one))),
      read,
    );
    return new Set([...settings, ...files]);
  };
  const typed = Object.entries(typedFolders).map(([name, folder]) => [name, readFrom([folder])]);
  const linted = Object.entries(lintedPaths).map(([name, paths]) => [name, readFrom(paths)]);
  return {
    ...Object.fromEntries([...typed, ...linted]),
    'unused code': new Set(code),
    // Documents have a form, too.
    'format': new Set(tree.keys()),
  };
}

/**
 * All that these files read, and what those read, to the end.
 * @param {string[]} from
 * @param {(at: string) => import('./import-graph.mjs').Reads} read
 */
function reach(from, read) {
  const files = new Set(from);
  let everything = false;
  // A set is walked on over what is added to it meanwhile.
  for (const at of files) {
    const found = read(at);
    everything ||= found.everything;
    for (const to of found.reads) files.add(to);
  }
  return { files, everything };
}

/**
 * What passed before, each with what it had read then.
 * @typedef {{ tests: Record<string, string>, checks: Record<string, string> }} Passed
 */

/**
 * @param {string} file
 * @returns {Passed}
 */
export function readPassed(file) {
  try {
    const { tests, checks } = JSON.parse(readFileSync(file, 'utf8'));
    return { tests: { ...tests }, checks: { ...checks } };
  } catch {
    return { tests: {}, checks: {} };
  }
}

/**
 * In one go: a run that is stopped leaves what was known before.
 * @param {string} file
 * @param {Passed} passed
 */
export function writePassed(file, passed) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.next`, JSON.stringify(passed));
  renameSync(`${file}.next`, file);
}

/**
 * The test files of which nothing that they read is other than when they passed.
 * @param {State} state
 * @param {Passed} passed
 */
export const unaffected = (state, passed) => [...state.tests].filter(([at, sum]) => passed.tests[at] === sum).map(([at]) => at);

/**
 * With what a run came to. Of one that ended badly nothing counts as passed: what was thrown outside any test may be any file's.
 * Nor does a file of which a test passed at its second try only. One that was left out stays as it was.
 * @param {Passed} before
 * @param {State} state as it was before the tests ran
 * @param {{ report: any, code: number, root: string }} run what vitest's JSON reporter wrote, or null; how vitest ended; where files are named from
 * @returns {Passed}
 */
export function withRun(before, state, { report, code, root }) {
  const tests = Object.fromEntries(Object.entries(before.tests).filter(([at, sum]) => state.tests.get(at) === sum));
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const at = path.relative(root, name).split(path.sep).join('/');
    const sum = state.tests.get(at);
    const wasTriedOnce = assertionResults.every((/** @type {any} */ test) => (test.failureMessages ?? []).length === 0);
    const isGood = code === 0 && status === 'passed' && wasTriedOnce;
    if (isGood && sum !== undefined) tests[at] = sum;
    else delete tests[at];
  }
  return { ...before, tests };
}
