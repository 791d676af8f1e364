import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { affectedTests, changedFiles } from './affected-tests.mjs';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { root, run } from './run.mjs';
import { giveUp, requireNode, say } from './say.mjs';
import { readPlaywright, readVitest, summarize } from './test-report.mjs';

const fast = process.argv.includes('--fast');
/** `--world`, before a release: rare and heavy tests, and all cases of tests of which `npm test` runs a daily share. */
const world = process.argv.includes('--world');
/** Files whose tests `npm run check` runs. If empty, all tests run: with `--all`, or if nothing differs from the last commit. */
const changed = fast && !process.argv.includes('--all') ? changedFiles(root) : [];
const reports = path.join(root, '.cache/tests');
const bin = (name) => path.join(root, 'node_modules', name);
const node = (...args) => [process.execPath, args];

const inBrowsers = 'e2e/playwright.config.ts';
/** Playwright configurations of a run, each with the tests it chooses. */
const browserRuns = world
  ? [
      { config: inBrowsers, chosen: [] },
      { config: 'e2e/servers/playwright.config.ts', chosen: [] },
    ]
  : [{ config: inBrowsers, chosen: ['--project=journeys', '--project=languages', '--grep=@main'] }];

const results = [];
/** @param {string} name */
const failedCheck = (name) => ({ passed: 0, failed: 1, flaky: [], failures: [name] });

requireNode();
try {
  await install('all');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await makeWords();
  // In parallel, because Vitest waits for its database at the start and sometimes in tests.
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

/** Type-checks a package incrementally. Uses one thread, because each thread would check the shared types again. */
function types(folder) {
  const buildInfo = path.join(root, '.cache/types', `${folder.replace('/', '-')}.tsbuildinfo`);
  return node(bin('typescript/bin/tsc'), '-p', folder, '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', buildInfo);
}

/**
 * Checks types, lint, format and unused code, two at a time for two cores. Lints only changed files, unless there are none or lint settings
 * changed.
 */
async function checkCode() {
  const lintsAll = changed.length === 0 || changed.some((at) => /(?:oxlintrc|package-lock|tsconfig[\w.]*)\.json$/.test(at));
  const code = lintsAll ? [] : changed.filter((at) => /\.[cm]?[jt]sx?$/.test(at) && existsSync(path.join(root, at)));
  const checks = [
    ...['apps/server', 'apps/web', 'packages/contract', 'packages/demo', 'packages/words', 'e2e'].map((folder) => [
      `types of ${folder}`,
      ...types(folder),
    ]),
    ...(lintsAll || code.length > 0 ? [['lint', ...node(bin('oxlint/bin/oxlint'), '--type-aware', ...code)]] : []),
    ['format', ...node(bin('oxfmt/bin/oxfmt'), '--check', '.')],
    ['unused code', ...node(bin('knip/bin/knip.js'), '--cache', '--cache-location', path.join(root, '.cache/knip'))],
  ];
  say(`Checking the code: ${checks.map(([name]) => name).join(', ')} …`);
  const waiting = [...checks];
  // Gives each worker half of the cores. Rare garbage collection saves a third of the type-aware lint's time.
  const env = { ...process.env, GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))), GOGC: '400' };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check;
      const { code, output } = await run(command, args, { quiet: true, env });
      if (code === 0) continue;
      results.push(failedCheck(String(name)));
      say(`Failed: ${String(name)}`);
      console.error(output.trim());
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Runs all parts. With four cores, Vitest runs beside the browser tests. On two cores, both together become so slow that tests time out. */
async function runAll() {
  if (availableParallelism() < 4) {
    await Promise.all([checkCode(), runVitest()]);
    await browse();
    return;
  }
  const [printed] = await Promise.all([runVitest({ quiet: true }), checkCode().then(browse)]);
  process.stdout.write(printed);
}

async function runWorld() {
  process.env.CASES = 'all';
  await runVitest({ folders: [] });
  await browse();
}

async function browse() {
  // Otherwise, the tests in other languages build those that they need.
  const buildOthers = await build();
  if (world) await buildOthers();
  await checkBudgets();
  const browser = await findBrowser();
  if (!browser) giveUp('No Chromium was found or could be got for the browser tests. Install one, or set CHROMIUM_PATH to its program.');
  for (const browserRun of browserRuns) await runBrowserTests(browser, browserRun);
}

/** Runs the tests in these folders, or all tests. With `quiet`, returns the output. */
async function runVitest({ quiet = false, folders = affectedTests(changed) } = {}) {
  say(folders.length > 0 ? `Running the tests in ${folders.join(', ')} …` : 'Running the tests of the code …');
  const file = path.join(reports, 'vitest.json');
  const { code, output } = await run(
    ...node(
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      `--tagsFilter=${world ? 'world || sampled' : fast ? '!sampled && !world' : '!world'}`,
      ...folders,
    ),
    { quiet },
  );
  results.push(readVitest(readReport(file), code, root));
  return output;
}

async function checkBudgets() {
  const budget = path.join(root, 'apps/web/build/check-budget.mjs');
  if (existsSync(budget)) {
    say('Weighing the web app …');
    const { code } = await run(process.execPath, [budget]);
    if (code !== 0) results.push(failedCheck('what the web app weighs'));
  }
}

async function runBrowserTests(browser, { config, chosen }) {
  say(`Running the browser tests of ${config} with ${browser.CHROMIUM_PATH} …`);
  const file = path.join(reports, `playwright-${path.basename(path.dirname(config))}.json`);
  const env = { ...process.env, ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
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
