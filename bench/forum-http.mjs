// Compares forum reads with a bare node:http server that sends the same bytes, and measures replies. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure, startBareServer, startProduct, wholeCost } from './processes.mjs';
import { forumCommunity, seedForum } from './seed-forum.mjs';
import { tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    posts: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '38203' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const seconds = Number(options.seconds);
const port = Number(options.port);
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, forumCommunity);
await seedForum(database, say, options.posts && Number(options.posts));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const random = (atMost) => Math.floor(Math.random() * atMost);
/** Returns the token of one of a thousand members without blocks. The first 312 members block or are blocked. */
const anybody = () => tokenOf(400 + random(1_000));
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port, { profile: options.profile });
const stops = [() => product.stop(), () => database.stop()];

try {
  const { rows: longest } = await database.query('select id from forum_topics order by last_number desc limit 1');
  const { rows: others } = await database.query('select id from forum_topics where last_number >= 10 order by id limit 10000');
  const pool = (makeRequest) => Array.from({ length: 5_000 }, () => ({ ...makeRequest(), token: anybody() }));
  await compareWithBare({
    'a page of a topic': pool(() => ({ path: `/api/v1/forum/topics/${longest[0].id}/posts` })),
    'a page of a topic, viewer hides others': pool(() => ({ path: `/api/v1/forum/topics/${longest[0].id}/posts` })).map((request) => ({
      ...request,
      token: tokenOf(1),
    })),
    'the front page': pool(() => ({ path: '/api/v1/forum/topics' })),
    categories: pool(() => ({ path: '/api/v1/forum/categories' })),
  });
  const replyTo = (topics) =>
    pool(() => ({
      method: 'POST',
      path: `/api/v1/forum/topics/${topics[random(topics.length)].id}/posts`,
      json: { body: 'I use salt and vinegar, and wash it cold.' },
    }));
  await countReplies({
    'replies in one topic': replyTo(others.slice(0, 1)),
    'replies in two topics': replyTo(others.slice(1, 3)),
    'replies in 10,000 topics': replyTo(others),
  });
} finally {
  for (const stop of stops) await stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

async function compareWithBare(kinds) {
  const postgres = await database.pids();
  const wanted = Object.entries(kinds).filter(([name]) => !options.only || name.includes(options.only));
  if (wanted.length === 0) return;
  console.log(
    '\n| GET | of bare | bytes | requests/s | bare: requests/s | p50 ms | p99 ms | CPU µs: Node | PostgreSQL | bare | of bare by CPU |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const [name, requests] of wanted) {
    const sample = await fetch(`http://127.0.0.1:${port}${requests[0].path}`, {
      headers: { authorization: `Bearer ${requests[0].token}`, 'accept-encoding': 'identity' },
    });
    const body = Buffer.from(await sample.arrayBuffer());
    if (sample.status !== 200) throw new Error(`The product answered ${sample.status}: ${body.toString()}`);
    const headers = Object.fromEntries([...sample.headers].filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header)));
    const bare = await startBareServer(headers, body);
    const own = { port, requests, pids: [() => [product.pid], postgres] };
    const beside = { port: bare.port, requests, pids: [() => [bare.pid]] };
    const rounds = [];
    for (const contender of [own, beside]) await measure({ ...contender, seconds: 2 });
    for (let round = 0; round < Number(options.rounds); round += 1)
      rounds.push({ own: await measure({ ...own, seconds }), bare: await measure({ ...beside, seconds }) });
    bare.stop();
    const cell = (pick, digits) => median(rounds.map(pick)).toFixed(digits);
    console.log(
      `| ${name} | ${cell((r) => r.own.perSecond / r.bare.perSecond, 3)} | ${body.length} | ${cell((r) => r.own.perSecond, 0)} | ${cell((r) => r.bare.perSecond, 0)} | ${cell((r) => r.own.p50, 1)} | ${cell((r) => r.own.p99, 1)} | ${cell((r) => r.own.cpu[0], 0)} | ${cell((r) => r.own.cpu[1], 0)} | ${cell((r) => r.bare.cpu[0], 0)} | ${cell((r) => wholeCost(r.bare) / wholeCost(r.own), 3)} |`,
    );
  }
}

async function countReplies(kinds) {
  const postgres = await database.pids();
  const wanted = Object.entries(kinds).filter(([name]) => !options.only || name.includes(options.only));
  if (wanted.length > 0) console.log('\n| POST | requests/s | p50 ms | p99 ms | CPU µs: Node | PostgreSQL |\n|---|---|---|---|---|---|');
  for (const [name, requests] of wanted) {
    const asked = { port, connections: 50, requests, pids: [() => [product.pid], postgres], status: '201' };
    await measure({ ...asked, seconds: 2 });
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round += 1) rounds.push(await measure({ ...asked, seconds }));
    const cell = (pick, digits) => median(rounds.map(pick)).toFixed(digits);
    console.log(
      `| ${name} | ${cell((r) => r.perSecond, 0)} | ${cell((r) => r.p50, 1)} | ${cell((r) => r.p99, 1)} | ${cell((r) => r.cpu[0], 0)} | ${cell((r) => r.cpu[1], 0)} |`,
    );
  }
}
