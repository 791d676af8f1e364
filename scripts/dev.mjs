import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPrograms } from './build.mjs';
import { install } from './install.mjs';
import { root, run } from './run.mjs';
import { giveUp, requireNode, say } from './say.mjs';

// `npm run dev`: the server, restarted after each change, behind Vite's development server with hot module replacement.
const sources = ['packages/contract/src', 'packages/demo/src', 'packages/words/locales', 'apps/server/src'];
const flags = process.argv.slice(2);
const inspect = flags.filter((flag) => flag.startsWith('--inspect'));
const dist = path.join(root, 'apps/server/dist');

requireNode();
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');
const webPort = Number(process.env.WEB_PORT ?? 5173);
process.env.PORT ??= '3000';
process.env.MBARI_DATA ??= 'data/dev';
process.env.LOG_LEVEL ??= 'warn';
// The address in the browser, used in mails and for the origin check.
process.env.PUBLIC_URL = `http://localhost:${webPort}`;
process.env.MBARI_SERVER = `http://127.0.0.1:${process.env.PORT}`;

let vite;
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

try {
  await install('all');
  await buildPrograms();
  const { startDevServer } = await import('../apps/web/build/dev-server.mjs');
  if (!isStopping) vite = await startDevServer(webPort);
} catch (error) {
  const hint = /^Port \d+ is already in use/.test(error.message) ? '. Stop the program that uses it, or set WEB_PORT to a free port.' : '';
  giveUp(error.message + hint);
}
startServer();
restartOnChange();
if (flags.includes('--demo')) await fillWithDemo();

function startServer() {
  if (isStopping) return;
  const started = spawn(process.execPath, ['--enable-source-maps', ...inspect, path.join(dist, 'main.js')], { stdio: 'inherit' });
  server = started;
  started.once('exit', (code) => {
    if (server !== started || isStopping) return;
    server = undefined;
    say(`The server exited (${code}). It restarts after the next change.`);
  });
}

/** Adds the demo community through the running server's database. The command refuses if there are members already. */
async function fillWithDemo() {
  const isReady = () =>
    fetch(`${process.env.MBARI_SERVER}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const isRunning = () => server !== undefined;
  while (isRunning() && !(await isReady())) await wait(200);
  if (isRunning()) await run(process.execPath, [path.join(dist, 'cli.js'), 'demo']);
}

/** Stops the server and its database. SIGINT skips the drain period, which is for load balancers. */
async function stopServer() {
  const stopped = server;
  server = undefined;
  if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
  stopped.kill('SIGINT');
  await once(stopped, 'exit');
}

/** Restarts the server once the sources have been quiet for 100 ms. One restart at a time. */
function restartOnChange() {
  let timer;
  let restarts = Promise.resolve();
  const restart = async () => {
    try {
      await buildPrograms();
    } catch (error) {
      return say(`${error.message}\n[mbari] The server keeps running without this change.`);
    }
    await stopServer();
    startServer();
  };
  vite.watcher.add(sources.map((folder) => path.join(root, folder)));
  vite.watcher.on('all', (_event, file) => {
    if (file.endsWith('.test.ts') || !sources.some((folder) => file.startsWith(path.join(root, folder, path.sep)))) return;
    clearTimeout(timer);
    timer = setTimeout(() => (restarts = restarts.then(restart)), 100);
  });
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([stopServer(), vite?.close()]);
  process.exit(code);
}
