// The yardstick of the feed: GET /photos beside a bare node:http server that sends the same bytes. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePhotos, startPosting } from './post-photos.mjs';
import { measure, startBareServer, startProduct } from './processes.mjs';
import { sizes, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '38201' },
    only: { type: 'string' },
    profile: { type: 'string' },
    posting: { type: 'boolean' },
    posters: { type: 'string', default: '1' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const seconds = Number(options.seconds);
const port = Number(options.port);
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port, { profile: options.profile });
const stops = [() => product.stop(), () => database.stop()];

try {
  const random = (atMost) => Math.floor(Math.random() * atMost);
  const pool = (makePath) => Array.from({ length: 5_000 }, () => ({ path: makePath(), token: tokenOf(1 + random(sizes.members)) }));
  const { rows: ids } = await database.query('select id from photos tablesample system (5) limit 5000');
  const kinds = {
    'first page': pool(() => '/api/v1/photos'),
    'first five pages': pool(() => `/api/v1/photos?page=${1 + random(5)}`),
    'cold keys': pool(() => `/api/v1/photos?cursor=${ids[random(ids.length)].id}`),
  };

  const sample = await fetch(`http://127.0.0.1:${port}/api/v1/photos`, {
    headers: { authorization: `Bearer ${tokenOf(1)}`, 'accept-encoding': 'identity' },
  });
  const body = Buffer.from(await sample.arrayBuffer());
  const { data: shown, meta } = JSON.parse(body.toString());
  if (sample.status !== 200 || shown.length !== 20) throw new Error(`The product answered ${sample.status} with ${shown?.length} posts.`);
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)));
  const bare = await startBareServer(headers, body);
  stops.unshift(() => bare.stop());
  say(
    `${shown.length} posts of ${meta.total}, ${body.length} bytes an answer; 64 connections, ${options.rounds} rounds of ${seconds} s, interleaved.`,
  );

  if (options.posting) await compareWhilePosting(kinds['first page']);
  else await compareWithBare(kinds, bare);
} finally {
  for (const stop of stops) await stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

/** The product beside the bare server. */
async function compareWithBare(kinds, bare) {
  const postgres = await database.pids();
  const contenders = {
    'bare node:http': { port: bare.port, requests: kinds['first page'], pids: [() => [bare.pid], () => []] },
    ...Object.fromEntries(
      Object.entries(kinds).map(([name, requests]) => [name, { port, requests, pids: [() => [product.pid], postgres] }]),
    ),
  };
  const wanted = Object.entries(contenders).filter(([name]) => !options.only || name.startsWith('bare') || name === options.only);
  const results = Object.fromEntries(wanted.map(([name]) => [name, []]));
  for (const [, contender] of wanted) await measure({ ...contender, seconds: 2 });
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [name, contender] of wanted) results[name].push(await measure({ ...contender, seconds }));

  const ratios = (name) => results[name].map((one, round) => one.perSecond / results['bare node:http'][round].perSecond);
  console.log('\n| GET /photos | of bare | requests/s | p50 ms | p99 ms | CPU µs: Node | PostgreSQL |\n|---|---|---|---|---|---|---|');
  for (const [name, rounds] of Object.entries(results)) {
    const cell = (pick, digits) => median(rounds.map(pick)).toFixed(digits);
    console.log(
      `| ${name} | ${median(ratios(name)).toFixed(3)} | ${cell((r) => r.perSecond, 0)} | ${cell((r) => r.p50, 1)} | ${cell((r) => r.p99, 1)} | ${cell((r) => r.cpu[0], 0)} | ${cell((r) => r.cpu[1], 0)} |`,
    );
  }
}

/** The first page while nobody posts, beside the first page while members post large photos without pause. */
async function compareWhilePosting(requests) {
  const photos = await makePhotos(4);
  say(`JPEGs of ${photos.map(({ length }) => (length / 1e6).toFixed(1)).join(', ')} MB.`);
  const tokens = Array.from({ length: Number(options.posters) }, (_, index) => tokenOf(7 + index));
  const loads = { '64 who ask again at once': {}, '500 a second, whatever comes back': { rate: 500 } };
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
