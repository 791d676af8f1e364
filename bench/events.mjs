// Measures the memory of open event streams, the delay of hints on two nodes, and their cost for writers. See README.md.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here, startProduct } from './processes.mjs';
import { tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    streams: { type: 'string', default: '10000' },
    watchers: { type: 'string', default: '1000' },
    likes: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    port: { type: 'string', default: '38241' },
    only: { type: 'string' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const [streams, watchers] = [Number(options.streams), Number(options.watchers)];
const aims = { megabytes: 250, milliseconds: 200, commits: 0.95 };
/** Half of the watchers are connected to the second node. */
const elsewhere = watchers / 2;
const sizes = { members: streams + elsewhere + 1, photos: 1_000, likesPerPhoto: 2, commentsPerPhoto: 1, follows: 2, restrictedPercent: 0 };
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, sizes);
const ports = [Number(options.port), Number(options.port) + 1];
const nodes = [];
const open = [];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const megabytesOf = (pid) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
let missed = 0;
let before = 0;
let hear = () => undefined;

try {
  for (const port of ports)
    nodes.push(await startProduct({ MBARI_DATA: data, DATABASE_URL: database.url, EVENT_STREAMS: String(streams) }, port));
  const photo = (await database.query('select id from photos order by id limit 1')).rows[0].id;
  before = megabytesOf(nodes[0].pid);
  await openStreams(photo);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const opened = reportMemory('held open');
  judge(opened < aims.megabytes);
  const parts = { likes: measureLikes, notified: measureManyNotified, commits: measureCommits };
  for (const [name, measure] of Object.entries(parts)) if (!options.only || name === options.only) await measure(photo);
  reportMemory('at the end, including uncollected garbage');
} finally {
  for (const stream of open) stream.destroy();
  for (const node of nodes) await node.stop();
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

async function openStreams(photo) {
  const began = performance.now();
  const waiting = Array.from({ length: streams + elsewhere }, (_, n) => n);
  const openNext = async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
      open.push(await openStream(ports[n < elsewhere ? 1 : 0], tokenOf(n + 1), n < watchers ? `?watch=photo:${photo}` : ''));
  };
  await Promise.all(Array.from({ length: 64 }, openNext));
  console.log(`\n${open.length} streams opened in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

function reportMemory(when) {
  const now = megabytesOf(nodes[0].pid);
  console.log(
    `\n${streams} streams on one node, ${when}: ${now.toFixed(0)} MB, ${before.toFixed(0)} MB without them (${(((now - before) * 1024) / streams).toFixed(1)} KiB each).`,
  );
  return now;
}

async function measureLikes(photo) {
  const took = [];
  for (let turn = 0; turn < Number(options.likes); turn += 1) {
    const arrivals = arrivalsOf('photo');
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${ports[turn % 2]}/api/v1/photos/${photo}/like`, {
      method: turn % 2 ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${tokenOf(streams + elsewhere + 1)}` },
    });
    if (!response.ok) throw new Error(`A like answered ${response.status}.`);
    took.push(...(await arrivals).map((at) => at - began));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  report(`one like to ${watchers} who watch, on two nodes`, took);
}

/** Notifies many members by one statement and one NOTIFY. */
async function measureManyNotified() {
  const { openDatabase } = await import(path.join(here, '../apps/server/dist/platform/db/database.js'));
  const db = openDatabase({ connectionString: database.url, max: 2 });
  const { rows: photos } = await database.query('select id from photos order by id offset 1 limit 10');
  const took = [];
  const written = [];
  for (const { id } of photos) {
    const arrivals = arrivalsOf('notifications');
    const began = performance.now();
    await db.transaction(async (tx) => {
      await tx.run(
        `insert into notifications (id, member_id, type, actor_id, photo_id)
         select gen_random_uuid(), m.id, 'like', a.id, $1 from members m, (select id from members where username = 'member_' || $2::text) a
          where substr(m.username, 8)::int <= $3`,
        [id, streams + elsewhere + 1, watchers],
      );
      tx.hint('notifications');
    });
    written.push(performance.now() - began);
    took.push(...(await arrivals).map((at) => at - began));
  }
  await db.close();
  report(`${watchers} members notified by one statement (${median(written).toFixed(0)} ms)`, took);
}

/** Measures commits per second of eight clients: without events, with hints, and with a NOTIFY in the transaction. */
async function measureCommits() {
  const { openDatabase } = await import(path.join(here, '../apps/server/dist/platform/db/database.js'));
  const db = openDatabase({ connectionString: database.url, max: 8 });
  await db.run('create table bench_commits (id uuid primary key, n int)');
  const ids = Array.from({ length: 8 }, () => crypto.randomUUID());
  for (const id of ids) await db.run('insert into bench_commits values ($1, 0)', [id]);
  const kinds = {
    'without events': () => undefined,
    'with hints': (tx, id) => tx.hint('photo', id),
    'NOTIFY in the transaction': (tx, id) => tx.run('select pg_notify($1, $2)', ['bench', id]),
  };
  const results = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [name, say] of round % 2 ? Object.entries(kinds).toReversed() : Object.entries(kinds)) {
      const until = performance.now() + Number(options.seconds) * 1000;
      let commits = 0;
      const work = async (id) => {
        while (performance.now() < until) {
          await db.transaction(async (tx) => {
            await tx.run('update bench_commits set n = n + 1 where id = $1', [id]);
            await say(tx, id);
          });
          commits += 1;
        }
      };
      await Promise.all(ids.map(work));
      results[name].push(commits / Number(options.seconds));
    }
  await db.run('drop table bench_commits');
  await db.close();
  console.log('\n| commits per second, 8 clients | median | ratio to none |\n|---|---|---|');
  const ratios = (name) => median(results[name].map((one, round) => one / results['without events'][round]));
  for (const [name, rounds] of Object.entries(results))
    console.log(`| ${name} | ${median(rounds).toFixed(0)} | ${ratios(name).toFixed(2)} |`);
  judge(ratios('with hints') >= aims.commits);
}

function arrivalsOf(event) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Of ${watchers} streams, ${arrivals.length} heard of ${event}.`)), 10_000);
    const arrivals = [];
    hear = (name) => {
      if (name !== event) return;
      arrivals.push(performance.now());
      if (arrivals.length < watchers) return;
      clearTimeout(late);
      resolve(arrivals);
    };
  });
}

function openStream(port, token, query) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.once('data', (head) => {
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head));
      socket.on('data', (text) => {
        for (const [, name] of text.matchAll(/^event: (\w+)$/gm)) hear(name);
      });
      resolve(socket);
    });
    socket.write(`GET /api/v1/events${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

function report(what, took) {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor(sorted.length * part)].toFixed(0);
  judge(sorted[Math.floor(sorted.length * 0.99)] < aims.milliseconds);
  console.log(`\n${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${sorted.at(-1).toFixed(0)} ms.`);
}

function judge(isReached) {
  if (!isReached) missed += 1;
}
