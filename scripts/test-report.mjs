import path from 'node:path';

/**
 * What a run of tests came to. A flaky test failed first and passed when it was tried again: it counts as passed, and is named.
 * @typedef {{ passed: number, failed: number, flaky: string[] }} Results
 */

/**
 * @param {any} report what vitest's JSON reporter wrote, or null where it wrote nothing
 * @param {number} code how vitest ended
 * @returns {Results}
 */
export function readVitest(report, code) {
  const unread = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report?.numPassedTests ?? 0, failed: atLeastOne(code, (report?.numFailedTests ?? 0) + unread.length), flaky: [] };
}

/**
 * @param {any} report what Playwright's JSON reporter wrote, or null where it wrote nothing
 * @param {number} code how Playwright ended
 * @param {string} root the folder that files are named from
 * @returns {Results}
 */
export function readPlaywright(report, code, root) {
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return {
    passed: expected + flaky,
    failed: atLeastOne(code, unexpected + (report?.errors.length ?? 0)),
    flaky: (report?.suites ?? []).flatMap((/** @type {any} */ file) =>
      flakyBelow(file).map((title) => `${title} (${path.relative(root, path.join(report.config.rootDir, file.file))})`),
    ),
  };
}

/**
 * The last lines of a run: each flaky test, then the counts alone on their line.
 * @param {readonly Results[]} all
 */
export function summarize(all) {
  /** @param {'passed' | 'failed'} what */
  const sum = (what) => all.reduce((total, results) => total + results[what], 0);
  const flaky = all.flatMap((results) => results.flaky);
  return [
    ...flaky.map((test) => `[mbari] Flaky, passed at the second try only: ${test}`),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

/**
 * A runner that ends badly without naming a failed test has failed all the same.
 * @param {number} code
 * @param {number} named
 */
const atLeastOne = (code, named) => named || (code === 0 ? 0 : 1);

/**
 * @param {any} suite
 * @returns {string[]}
 */
function flakyBelow(suite) {
  return [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ test) => test.status === 'flaky'))
      .map((/** @type {any} */ spec) => spec.title),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => flakyBelow(inner).map((title) => `${inner.title} › ${title}`)),
  ];
}
