// Measures the memory of each process with demo data: after the start, after idle minutes, and while members read. Linux only. See README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { here, measure, startProduct } from './processes.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    readers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    /** MB that the product and the page cache of its files may take together. */
    limit: { type: 'string' },
    port: { type: 'string', default: '38251' },
  },
});
const port = Number(options.port);
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-memory-'))));
const account = path.join(data, 'demo-account.json');
if (!existsSync(account)) {
  const { stderr } = spawnSync(process.execPath, [path.join(here, 'small-demo.mjs')], {
    env: { ...process.env, MBARI_DATA: data },
    encoding: 'utf8',
  });
  const find = (pattern) => pattern.exec(stderr)[1];
  writeFileSync(account, JSON.stringify({ email: find(/paid member: (\S+)/), password: find(/password of all demo accounts: (\S+)/) }));
}

const group = '/sys/fs/cgroup/memory/mbari-bench';
const joinGroup = (folder) => writeFileSync(path.join(folder, 'cgroup.procs'), String(process.pid));
if (options.limit) {
  mkdirSync(group, { recursive: true });
  writeFileSync(path.join(group, 'memory.limit_in_bytes'), `${options.limit}M`);
  joinGroup(group);
}
const product = await startProduct({ MBARI_DATA: data }, port);
if (options.limit) joinGroup(path.dirname(group));
try {
  await wait(15_000);
  print('15 s after the start', listProcesses());
  if (Number(options.minutes) > 0) {
    await wait(Number(options.minutes) * 60_000);
    print(`after ${options.minutes} idle minutes`, listProcesses());
  }
  if (Number(options.readers) > 0) await measureReaders();
} finally {
  await product.stop();
  if (options.limit) rmdirSync(group);
}

/** Each reader opens a page a second. */
async function measureReaders() {
  const api = `http://127.0.0.1:${port}/api/v1`;
  const ask = async (route, init) => (await fetch(`${api}${route}`, init)).json();
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: readFileSync(account) };
  const { token } = await ask('/auth/login', json);
  const { data: photos } = await ask('/photos', { headers: { authorization: `Bearer ${token}` } });
  const paths = [
    '/feed',
    '/api/v1/photos',
    '/api/v1/photos/trending',
    '/api/v1/forum/topics',
    ...photos.map(({ id }) => `/api/v1/photos/${id}`),
  ];
  const [readers, seconds] = [Number(options.readers), Number(options.seconds)];
  let most = [];
  const timer = setInterval(() => {
    const now = listProcesses();
    if (sumOf(now) > sumOf(most)) most = now;
  }, 500);
  const result = await measure({
    port,
    connections: readers,
    seconds,
    rate: readers,
    requests: paths.map((one) => ({ path: one, token })),
  });
  clearInterval(timer);
  print(`highest with ${readers} readers, p99 ${result.p99.toFixed(1)} ms`, most);
}

/** Returns the proportional set size of the product's processes in MB, PostgreSQL's together with its number of processes. */
function listProcesses() {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    parents.set(Number(pid), Number(read(pid, 'stat').split(') ')[1]?.split(' ')[1]));
  const isInside = (pid) => pid === product.pid || (parents.has(pid) && isInside(parents.get(pid)));
  const sums = new Map();
  for (const pid of [...parents.keys()].filter(isInside)) {
    const name = nameOf(read(pid, 'cmdline'));
    const { count = 0, mb = 0 } = sums.get(name) ?? {};
    sums.set(name, { count: count + 1, mb: mb + Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024 });
  }
  return [...sums].map(([name, sum]) => ({ name, ...sum }));
}

function nameOf(command) {
  return /(main|jobs|images-worker)\.js/.exec(command)?.[1] ?? (/postgres/.test(command) ? 'PostgreSQL' : command);
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function sumOf(processes) {
  return processes.reduce((sum, { mb }) => sum + mb, 0);
}

function print(title, processes) {
  console.log(`\n| ${title} | processes | MB |\n|---|---|---|`);
  for (const { name, count, mb } of [
    ...processes,
    { name: 'all', count: processes.reduce((sum, { count: n }) => sum + n, 0), mb: sumOf(processes) },
  ])
    console.log(`| ${name} | ${count} | ${mb.toFixed(1)} |`);
}
