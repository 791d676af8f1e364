// Compares GET /photos with a bare node:http server that sends the same bytes. See README.md.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePhotos, startPosting } from './post-photos.mjs';
import { measure, residentOf, startBareServer, startProduct, wholeCost } from './processes.mjs';
import { sizes, sizesWith, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    photos: { type: 'string', default: String(sizes.photos) },
    fill: { type: 'boolean' },
    hiders: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '38201' },
    only: { type: 'string' },
    profile: { type: 'string' },
    encoding: { type: 'string', default: 'identity' },
    warm: { type: 'string', default: '2' },
    posting: { type: 'boolean' },
    posters: { type: 'string', default: '1' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const seconds = Number(options.seconds);
const port = Number(options.port);
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const { members, photos } = sizesWith(Number(options.photos));
const database = await openSeeded(data, say, sizesWith(Number(options.photos)));
if (options.fill) {
  await database.stop();
  process.exit();
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port, { profile: options.profile });
const stops = [() => product.stop(), () => database.stop()];

try {
  const random = (atMost) => Math.floor(Math.random() * atMost);
  const headers = { 'accept-encoding': options.encoding };
  await forgetHiders();
  const hiders = options.hiders ? await addHiders() : null;
  const someone = () => (hiders ? hiders[random(hiders.length)] : 1 + random(members));
  const pool = (makePath) => Array.from({ length: 5_000 }, () => ({ path: makePath(), token: tokenOf(someone()), headers }));
  const { rows: ids } = await database.query('select id from photos tablesample system ($1) limit 5000', [(100 * 5_000) / photos]);
  const topic = await findTopic();
  const searched = ['masquerade', 'dancers', 'adaeze', 'weaver'];
  const kinds = {
    'first page': pool(() => '/api/v1/photos'),
    'first five pages': pool(() => `/api/v1/photos?page=${1 + random(5)}`),
    'cold keys': pool(() => `/api/v1/photos?cursor=${ids[random(ids.length)].id}`),
    trending: pool(() => '/api/v1/photos/trending'),
    following: pool(() => '/api/v1/photos?feed=following'),
    'topic page': pool(() => `/api/v1/forum/topics/${topic}/posts`),
    profile: pool(() => `/api/v1/users/member_${1 + random(members)}`),
    "profile's photos": pool(() => `/api/v1/users/member_${1 + random(members)}/photos`),
    search: pool(() => `/api/v1/search?q=${searched[random(searched.length)]}`),
  };
  say(`64 connections, ${options.rounds} rounds of ${options.seconds} s, interleaved; bodies: ${options.encoding}.`);
  if (options.posting) await compareWhilePosting(kinds['first page']);
  else await compareWithBare(kinds);
} finally {
  await forgetHiders();
  for (const stop of stops) await stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

/** Every tenth member mutes three others who liked and commented on posts. Returns the muting members' numbers. */
async function addHiders() {
  const numbers = Array.from({ length: Math.floor(members / 10) }, (_, index) => 1 + index * 10);
  await database.query(
    `insert into mutes (muter_id, muted_id)
     select m.id, other.id from unnest($1::int[]) as asked(n) join members m on m.username = 'member_' || asked.n, generate_series(1, 3) k
       join lateral (select id from members where username = 'member_' || (1 + (asked.n + k * 7) % $2)) other on true`,
    [numbers, members],
  );
  await database.query('analyze mutes');
  return numbers;
}

/** Deletes the mutes of `addHiders`, also those of an earlier run. */
async function forgetHiders() {
  await database.query(`delete from mutes where muter_id in (select id from members where username like 'member\\_%')`);
}

async function findTopic() {
  const { rows } = await database.query('select id from forum_topics where last_number >= 30 limit 1');
  if (rows.length > 0) return rows[0].id;
  const { rows: categories } = await database.query('select id from forum_categories limit 1');
  const write = async (route, member, json) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    if (answer.status !== 201) throw new Error(`The product answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const body =
    'I soak the raffia overnight in cold water, and dry it in the shade: in the sun it turns **brittle**. Has anybody tried rain water?';
  const { data: begun } = await write('/forum/topics', 11, { title: 'How do you soften raffia?', category_id: categories[0].id, body });
  for (let member = 12; member < 41; member += 1) await write(`/forum/topics/${begun.id}/posts`, member, { body });
  return begun.id;
}

async function compareWithBare(kinds) {
  const postgres = await database.pids();
  console.log(
    '\n| GET | of bare | of bare by CPU | bytes | requests/s | p50 ms | p99 ms | CPU µs: Node | PostgreSQL | Node, MB |\n|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const [name, requests] of Object.entries(kinds)) {
    if (options.only && name !== options.only) continue;
    const sample = await readSample(requests[0]);
    const bare = await startBareServer(sample.headers, sample.body);
    const own = { port, requests, pids: [() => [product.pid], postgres] };
    const beside = { port: bare.port, requests, pids: [() => [bare.pid]] };
    await measure({ ...own, seconds: Number(options.warm) });
    await measure({ ...beside, seconds: 2 });
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round += 1)
      rounds.push({ own: await measure({ ...own, seconds }), bare: await measure({ ...beside, seconds }) });
    bare.stop();
    const cell = (pick, digits) => median(rounds.map(pick)).toFixed(digits);
    console.log(
      `| ${name} | ${cell((r) => r.own.perSecond / r.bare.perSecond, 3)} | ${cell((r) => wholeCost(r.bare) / wholeCost(r.own), 3)} | ${sample.body.length} | ${cell((r) => r.own.perSecond, 0)} | ${cell((r) => r.own.p50, 1)} | ${cell((r) => r.own.p99, 1)} | ${cell((r) => r.own.cpu[0], 0)} | ${cell((r) => r.own.cpu[1], 0)} | ${(residentOf(product.pid) / 1e6).toFixed(0)} |`,
    );
  }
}

/** Reads the raw response, because `fetch` would decompress it. */
async function readSample({ path: route, token, headers }) {
  const [answer] = await once(
    get({ port, host: '127.0.0.1', path: route, headers: { ...headers, authorization: `Bearer ${token}` } }),
    'response',
  );
  const body = Buffer.concat(await answer.toArray());
  if (answer.statusCode !== 200) throw new Error(`The product answered ${answer.statusCode}: ${body.toString()}`);
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers;
  return { headers: kept, body };
}

async function compareWhilePosting(requests) {
  const photos = await makePhotos(4);
  say(`JPEGs of ${photos.map(({ length }) => (length / 1e6).toFixed(1)).join(', ')} MB.`);
  const tokens = Array.from({ length: Number(options.posters) }, (_, index) => tokenOf(7 + index));
  const loads = { '64 clients without pause': {}, '500 a second, fixed rate': { rate: 500 } };
  const results = Object.fromEntries(Object.keys(loads).map((name) => [name, { quiet: [], busy: [] }]));
  let posted = 0;
  await measure({ port, requests, seconds: 2 });
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [name, load] of Object.entries(loads)) {
      results[name].quiet.push(await measure({ port, requests, seconds, ...load }));
      const posting = startPosting(port, tokens, photos);
      results[name].busy.push(await measure({ port, requests, seconds, ...load }));
      posted += await posting.stop();
    }
  console.log(`\n${posted} photos were posted in ${seconds * Number(options.rounds) * Object.keys(loads).length} s.`);
  console.log(
    '\n| GET /photos, first page | requests/s | p50 ms | p99 ms | while photos are posted: requests/s | p50 ms | p99 ms | p99 of p99 |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, { quiet, busy }] of Object.entries(results)) {
    const cells = (rounds) =>
      `${median(rounds.map((r) => r.perSecond)).toFixed(0)} | ${median(rounds.map((r) => r.p50)).toFixed(1)} | ${median(rounds.map((r) => r.p99)).toFixed(1)}`;
    console.log(
      `| ${name} | ${cells(quiet)} | ${cells(busy)} | ${median(busy.map((one, round) => one.p99 / quiet[round].p99)).toFixed(2)} |`,
    );
  }
}
