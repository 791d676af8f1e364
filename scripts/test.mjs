import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { root, run } from './run.mjs';
import { giveUp, requireNode, say } from './say.mjs';
import { readPlaywright, readVitest, summarize } from './test-report.mjs';

const fast = process.argv.includes('--fast');
/** The run before a release: slow tests of processes, servers and a second language, and all of bad input. */
const world = process.argv.includes('--world');
/** `npm run check -- --all`: also what passed before and reads nothing that has changed since. */
const all = !fast || process.argv.includes('--all');
const reports = path.join(root, '.cache/tests');
const kept = path.join(root, '.cache/passed.json');
const bin = (name) => path.join(root, 'node_modules', name);
const node = (...args) => [process.execPath, args];

const inBrowsers = 'e2e/playwright.config.ts';
/** The configurations of Playwright that a run needs, each with its projects; without any it runs all. */
const browserRuns = world
  ? [
      { config: inBrowsers, projects: ['world', 'main journeys in French'] },
      { config: 'e2e/servers/playwright.config.ts', projects: [] },
    ]
  : [{ config: inBrowsers, projects: ['processes', 'journeys', 'languages'] }];

/** What each part of the run came to. */
const results = [];
/** Needs packages, so it is read once they are there. */
let affected;
/** @type {import('./affected-tests.mjs').State} */
let state;
/** @type {import('./affected-tests.mjs').Passed} */
let passed;
/**
 * Of a check that is no test.
 * @param {string} name
 */
const failedCheck = (name) => ({ passed: 0, failed: 1, flaky: [], failures: [name] });

requireNode();
try {
  await install('all');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await makeWords();
  // Read before anything runs: what is changed meanwhile runs again the next time.
  affected = await import('./affected-tests.mjs');
  state = affected.readState(root);
  passed = affected.readPassed(kept);
  // Vitest begins with a database to be made, and its tests wait for it now and then.
  if (fast) await Promise.all([checkCode(), runVitest()]);
  else if (world) await runWorld();
  else await runAll();
} catch (error) {
  giveUp(error.message);
}
for (const line of summarize(results)) console.log(line);
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);

async function makeWords() {
  const { generateWords } = await import('../packages/words/generator/generate.mjs');
  generateWords();
}

/** Types of a package. What did not change since the last run is not checked again. Several threads would each check the shared types anew. */
function types(folder) {
  const kept = path.join(root, '.cache/types', `${folder.replace('/', '-')}.tsbuildinfo`);
  return node(bin('typescript/bin/tsc'), '-p', folder, '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', kept);
}

/** What can be said without running the product. Two at a time: on two cores more only wait for each other. */
async function checkCode() {
  const known = [
    ...Object.entries(affected.typedFolders).map(([name, folder]) => [name, ...types(folder)]),
    ...Object.entries(affected.lintedPaths).map(([name, paths]) => [name, ...node(bin('oxlint/bin/oxlint'), '--type-aware', ...paths)]),
    ['format', ...node(bin('oxfmt/bin/oxfmt'), '--check', '.')],
  ];
  if (['knip.json', 'knip.jsonc', 'knip.ts'].some((name) => existsSync(path.join(root, name))))
    known.push(['unused code', ...node(bin('knip/bin/knip.js'), '--cache', '--cache-location', path.join(root, '.cache/knip'))]);
  const hasPassed = (name) => passed.checks[name] !== undefined && passed.checks[name] === state.checks[name];
  const checks = known.filter(([name]) => all || !hasPassed(name));
  if (checks.length < known.length)
    say(`Left out: ${known.length - checks.length} checks of the code passed before on all that they read.`);
  if (checks.length === 0) return;
  say(`Checking the code: ${checks.map(([name]) => name).join(', ')} …`);
  const waiting = [...checks];
  // Half of the cores for each, and memory in place of collecting garbage often: the type-aware lint costs a third less so.
  const env = { ...process.env, GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))), GOGC: '400' };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check;
      const { code, output } = await run(command, args, { quiet: true, env });
      note({ ...passed, checks: { ...passed.checks, [name]: code === 0 ? state.checks[name] : '' } });
      if (code === 0) continue;
      results.push(failedCheck(String(name)));
      say(`Failed: ${String(name)}`);
      console.error(output.trim());
    }
  };
  await Promise.all([worker(), worker()]);
}

/**
 * Tests wait now and then, for the database, for pages and for processes: where there are cores to spare all that can run beside each other
 * does. Two cores are full with either half, and with both at once tests wait for each other until they give up.
 */
async function runAll() {
  if (availableParallelism() < 4) {
    await Promise.all([checkCode(), runVitest()]);
    await browse();
    return;
  }
  const [printed] = await Promise.all([runVitest({ quiet: true }), checkCode().then(browse)]);
  process.stdout.write(printed);
}

/** With every value of bad input in every field, where `npm test` sends each value once to each call. */
async function runWorld() {
  await runVitest({ only: 'apps/server/architecture/bad-input.test.ts', env: { ...process.env, BAD_INPUT: 'all' } });
  await browse();
}

async function browse() {
  const buildOthers = await build();
  await buildOthers();
  await checkBudgets();
  const browser = await findBrowser();
  if (!browser) giveUp('No Chromium was found or could be got for the browser tests. Install one, or set CHROMIUM_PATH to its program.');
  for (const browserRun of browserRuns) await runBrowserTests(browser, browserRun);
}

/** Answers what it printed, where that was to be kept. */
async function runVitest({ quiet = false, only = /** @type {string | undefined} */ (undefined), env = process.env } = {}) {
  const leftOut = all ? [] : affected.unaffected(state, passed);
  if (leftOut.length > 0)
    say(
      `Left out: ${leftOut.length} of ${state.tests.size} test files passed before, and nothing that they import or read has changed. ` +
        '`npm run check -- --all` runs them, too.',
    );
  if (leftOut.length === state.tests.size) return '';
  say('Running the tests of the code, the contract, the server and the web app …');
  const file = path.join(reports, 'vitest.json');
  const { code, output } = await run(
    ...node(
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      // The whole run is bound by the processor: a third worker makes it no faster, and would be in the browsers' way beside them.
      ...(fast ? ['--tagsFilter=!slow'] : ['--maxWorkers=2']),
      ...leftOut.map((at) => `--exclude=${at}`),
      ...(only === undefined ? [] : [only]),
    ),
    { quiet, env },
  );
  const report = readReport(file);
  results.push(readVitest(report, code, root));
  note(affected.withRun(passed, state, { report, code, root }));
  return output;
}

/** At once, and not at the end: a run that is stopped keeps what passed in it. */
function note(now) {
  passed = now;
  affected.writePassed(kept, passed);
}

async function checkBudgets() {
  const budget = path.join(root, 'apps/web/build/check-budget.mjs');
  if (existsSync(budget)) {
    say('Weighing the web app …');
    const { code } = await run(process.execPath, [budget]);
    if (code !== 0) results.push(failedCheck('what the web app weighs'));
  }
}

async function runBrowserTests(browser, { config, projects }) {
  say(`Running the browser tests of ${config} with ${browser.CHROMIUM_PATH} …`);
  const file = path.join(reports, `playwright-${path.basename(path.dirname(config))}.json`);
  const env = { ...process.env, ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const chosen = projects.map((name) => `--project=${name}`);
  const { code } = await run(...node(bin('@playwright/test/cli.js'), 'test', '-c', config, '--reporter=list,json', ...chosen), { env });
  results.push(readPlaywright(readReport(file), code, root));
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
