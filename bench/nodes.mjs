// Measures the reads per second and the CPU per read with a second node on the same PostgreSQL. See README.md.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure, startProduct } from './processes.mjs';
import { sizes, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '38231' },
    photos: { type: 'string', default: '20000' },
    cores: { type: 'string' },
    warm: { type: 'string', default: '2' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const seconds = Number(options.seconds);
const connections = 64;
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, { ...sizes, photos: Number(options.photos) });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const stops = [() => database.stop()];

try {
  const key = (await readFile(path.join(data, 'secrets', 'signing-key'))).toString('hex');
  const nodes = [];
  for (const index of [0, 1]) {
    const folder = await mkdtemp(path.join(tmpdir(), 'mbari-node-'));
    stops.unshift(() => rm(folder, { recursive: true, force: true }));
    const port = Number(options.port) + index;
    const product = await startProduct({ MBARI_DATA: folder, DATABASE_URL: database.url, SIGNING_KEY: key }, port);
    if (options.cores) stops.unshift(boundCores(product.pid, Number(options.cores)));
    stops.unshift(() => product.stop());
    nodes.push({ port, pid: product.pid });
  }
  const postgres = await database.pids();
  const random = (atMost) => Math.floor(Math.random() * atMost);
  const pool = (makePath) => Array.from({ length: 5_000 }, () => ({ path: makePath(), token: tokenOf(1 + random(sizes.members)) }));
  const { rows: ids } = await database.query(
    `select p.id from photos p join members m on m.id = p.member_id where m.post_visibility = 'public' order by random() limit 5000`,
  );
  const kinds = {
    'first page': pool(() => '/api/v1/photos'),
    'cold keys': pool(() => `/api/v1/photos?cursor=${ids[random(ids.length)].id}`),
    'a post': pool(() => `/api/v1/photos/${ids[random(ids.length)].id}`),
  };
  const results = {};
  for (const requests of Object.values(kinds)) await measureAll(nodes, requests, Number(options.warm));
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [kind, requests] of Object.entries(kinds))
      for (const used of [nodes.slice(0, 1), nodes])
        ((results[kind] ??= {})[used.length] ??= []).push(await measureAll(used, requests, seconds));

  async function measureAll(used, requests, forSeconds) {
    const share = { connections: connections / used.length, seconds: forSeconds, requests };
    const parts = await Promise.all(used.map(({ port, pid }) => measure({ ...share, port, pids: [() => [pid], postgres] })));
    const all = parts.reduce((sum, { requests: answered }) => sum + answered, 0);
    const spent = (index) => parts.reduce((sum, { cpu, requests: answered }) => sum + cpu[index] * answered, 0) / all;
    return {
      perSecond: parts.reduce((sum, { perSecond }) => sum + perSecond, 0),
      p99: Math.max(...parts.map(({ p99 }) => p99)),
      node: spent(0),
      // Each part includes all CPU of the shared PostgreSQL.
      postgres: spent(1) / parts.length,
    };
  }

  say(
    `${options.photos} photos, ${connections} connections, ${options.rounds} rounds of ${seconds} s; ${availableParallelism()} cores${options.cores ? `, of which each node has ${options.cores}` : ''}.`,
  );
  console.log(
    '\n| GET | nodes | requests/s | of one | p99 ms | CPU µs: Node | PostgreSQL | cores in use |\n|---|---|---|---|---|---|---|---|',
  );
  for (const [kind, counts] of Object.entries(results))
    for (const [many, rounds] of Object.entries(counts)) {
      const cell = (pick, digits) => median(rounds.map(pick)).toFixed(digits);
      const ratio = median(rounds.map((one, round) => one.perSecond / counts[1][round].perSecond)).toFixed(2);
      console.log(
        `| ${kind} | ${many} | ${cell((r) => r.perSecond, 0)} | ${ratio} | ${cell((r) => r.p99, 1)} | ${cell((r) => r.node, 0)} | ${cell((r) => r.postgres, 0)} | ${cell((r) => (r.perSecond * (r.node + r.postgres)) / 1e6, 2)} |`,
      );
    }
  say(`The machine's load at the end: ${loadavg()[0].toFixed(1)}.`);
} finally {
  for (const stop of stops) await stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

/**
 * Limits a process to a share of one core, to imitate a smaller machine. Linux only; requires permission to create control groups. Returns the
 * function that removes the limit, to call once the process has exited.
 */
function boundCores(pid, cores) {
  const periodUs = 10_000;
  const groupsV1 = '/sys/fs/cgroup/cpu';
  const groupsV2 = '/sys/fs/cgroup';
  const isV1 = existsSync(path.join(groupsV1, 'cpu.cfs_quota_us'));
  const folder = path.join(isV1 ? groupsV1 : groupsV2, `mbari-bench-${pid}`);
  const quota = Math.round(cores * periodUs);
  const files = isV1 ? { 'cpu.cfs_period_us': `${periodUs}`, 'cpu.cfs_quota_us': `${quota}` } : { 'cpu.max': `${quota} ${periodUs}` };
  try {
    mkdirSync(folder);
    for (const [name, value] of Object.entries(files)) writeFileSync(path.join(folder, name), value);
    writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    throw new Error(`Processes cannot be bound to a share of a core here: ${error.message}`, { cause: error });
  }
  return () => rmdirSync(folder);
}
