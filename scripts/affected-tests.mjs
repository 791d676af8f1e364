import { execFileSync } from 'node:child_process';

/**
 * Returns files that differ from the last commit, by path from the root; none outside a Git checkout.
 * @param {string} root
 * @returns {string[]}
 */
export function changedFiles(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean);
  try {
    return [...git('diff', '--name-only', '-z', '--no-renames', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')];
  } catch {
    return [];
  }
}

/** Files that only tests in `architecture/` read, so not `e2e/samples/` and `haproxy.cfg`. */
const isOutsideTheCode = /^(?:bench|docs(?!\/operating\/haproxy\.cfg)|e2e(?!\/samples\/)|\.vscode)\/|\.(?:md|png|svg)$/;
/** Folders that all domains import. */
const isShared = /^(?:platform|shell|pages|testing|cli|common)$/;

/**
 * Returns the folders of the tests to run after a change to these files; none for all tests. Selects by domain, not by imports, because
 * each server test imports the whole application. `npm test` detects effects on other domains.
 * @param {readonly string[]} changed
 * @returns {string[]}
 */
export function affectedTests(changed) {
  const folders = new Set(['apps/server/architecture/']);
  for (const at of changed.filter((one) => !isOutsideTheCode.test(one))) {
    const [, app, folder] = /^apps\/(server|web)\/src\/([\w-]+)\//.exec(at) ?? [];
    const domain = folder ?? /^packages\/words\/locales\/[\w-]+\/([\w-]+)\.json$/.exec(at)?.[1];
    if (domain === undefined || isShared.test(domain)) return [];
    if (app === undefined) folders.add('packages/words/');
    for (const one of ['server', 'web']) if (app === undefined || app === one) folders.add(`apps/${one}/src/${domain}/`);
  }
  return changed.length === 0 ? [] : [...folders];
}
