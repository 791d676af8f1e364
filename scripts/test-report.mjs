import path from 'node:path';

/**
 * Results of a test run. A flaky test passed when it was repeated: it counts as passed and is named.
 * Failed tests are named if the runner reported them.
 * @typedef {{ passed: number, failed: number, flaky: string[], failures: string[] }} Results
 */

/**
 * @param {any} report output of vitest's JSON reporter, or null without one
 * @param {number} code exit code of vitest
 * @param {string} root folder to which file names are relative
 * @returns {Results}
 */
export function readVitest(report, code, root) {
  const files = /** @type {any[]} */ (report?.testResults ?? []).map(({ name, status, assertionResults }) => ({
    name: path.relative(root, name),
    unread: status === 'failed' && assertionResults.length === 0,
    tests: /** @type {any[]} */ (assertionResults),
  }));
  /** @param {(test: any) => boolean} which */
  const named = (which) =>
    files.flatMap(({ name, tests }) =>
      tests.filter(which).map(({ ancestorTitles, title }) => `${[...ancestorTitles, title].join(' › ')} (${name})`),
    );
  const unread = files.filter((file) => file.unread).map(({ name }) => name);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: atLeastOne(code, (report?.numFailedTests ?? 0) + unread.length),
    // A test that passed on its second try keeps the messages of the first.
    flaky: named(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
    failures: [...named(({ status }) => status === 'failed'), ...unread],
  };
}

/**
 * @param {any} report output of Playwright's JSON reporter, or null without one
 * @param {number} code exit code of Playwright
 * @param {string} root folder to which file names are relative
 * @returns {Results}
 */
export function readPlaywright(report, code, root) {
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  /** @param {string} status */
  const named = (status) =>
    (report?.suites ?? []).flatMap((/** @type {any} */ file) =>
      titlesBelow(file, status).map((title) => `${title} (${path.relative(root, path.join(report.config.rootDir, file.file))})`),
    );
  return {
    passed: expected + flaky,
    failed: atLeastOne(code, unexpected + (report?.errors.length ?? 0)),
    flaky: named('flaky'),
    failures: named('unexpected'),
  };
}

/**
 * Returns the last lines of a run: each flaky test, each failed one, then the counts on their own line.
 * @param {readonly Results[]} all
 */
export function summarize(all) {
  /** @param {'passed' | 'failed'} what */
  const sum = (what) => all.reduce((total, results) => total + results[what], 0);
  return [
    ...all.flatMap(({ flaky }) => flaky).map((test) => `[mbari] Flaky, passed at the second try only: ${test}`),
    ...all.flatMap(({ failures }) => failures).map((test) => `[mbari] Failed: ${test}`),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

/**
 * Counts a failing exit code without a named test as one failure.
 * @param {number} code
 * @param {number} named
 */
const atLeastOne = (code, named) => named || (code === 0 ? 0 : 1);

/**
 * @param {any} suite
 * @param {string} status
 * @returns {string[]}
 */
function titlesBelow(suite, status) {
  return [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ test) => test.status === status))
      .map((/** @type {any} */ spec) => spec.title),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => titlesBelow(inner, status).map((title) => `${inner.title} › ${title}`)),
  ];
}
