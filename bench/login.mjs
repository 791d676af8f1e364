// Measures sign-ins per second, and their effect on feed requests. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here, measure, startProduct } from './processes.mjs';
import { sizes, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    reads: { type: 'string', default: '100' },
    port: { type: 'string', default: '38202' },
    profile: { type: 'string' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const seconds = Number(options.seconds);
const port = Number(options.port);
const password = 'kola nut 1961';
const data = await mkdtemp(path.join(tmpdir(), 'mbari-bench-'));
const database = await openSeeded(data, say, { ...sizes, photos: 10_000 });
const { hashPassword, isPassword } = await import(path.join(here, '../apps/server/dist/platform/adapters/passwords.js'));
const hash = await hashPassword(password);
await database.query('update members set password_hash = $1', [hash]);
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port, { profile: options.profile });

try {
  const postgres = await database.pids();
  const each = (make) => Array.from({ length: sizes.members }, (_, index) => make(index + 1));
  const logins = each((n) => ({
    method: 'POST',
    path: '/api/v1/auth/login',
    json: { email: `member${n}@example.test`, password, device_name: 'web' },
  }));
  const reads = each((n) => ({ path: '/api/v1/photos', token: tokenOf(n) }));
  const reading = () => measure({ port, connections: 16, seconds, requests: reads, rate: Number(options.reads) });
  const signingIn = (how) => measure({ port, connections: 32, seconds, requests: logins, pids: [() => [product.pid], postgres], ...how });
  const scenes = {
    'no sign-ins': async () => [null, await reading()],
    '100 a second, fixed rate': () => Promise.all([signingIn({ rate: 100 }), reading()]),
    '32 clients without pause': () => Promise.all([signingIn({}), reading()]),
  };

  say(`${options.reads} GET /photos a second over 16 connections; ${options.rounds} rounds of ${seconds} s, interleaved.`);
  const results = Object.fromEntries(Object.keys(scenes).map((name) => [name, []]));
  const alone = [];
  await measure({ port, connections: 16, seconds: 2, requests: [...logins, ...reads] });
  for (let round = 0; round < Number(options.rounds); round += 1) {
    alone.push(await compareAlone());
    for (const [name, play] of Object.entries(scenes)) results[name].push(await play());
  }

  const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
  console.log(
    '\n| signing in | logins/s | p50 ms | p99 ms | CPU ms: Node | PostgreSQL | GET /photos p50 ms | p99 ms | cores used by the load |\n|---|---|---|---|---|---|---|---|---|',
  );
  console.log(`| password verifications only | ${median(alone).toFixed(0)} | – | – | – | – | – | – | – |`);
  for (const [name, rounds] of Object.entries(results)) {
    const cell = (pick, digits) => (rounds[0][0] === null ? '–' : median(rounds.map(([login]) => pick(login))).toFixed(digits));
    const read = (pick) => median(rounds.map(([, one]) => pick(one))).toFixed(1);
    console.log(
      `| ${name} | ${cell((r) => r.perSecond, 0)} | ${cell((r) => r.p50, 1)} | ${cell((r) => r.p99, 1)} | ${cell((r) => r.cpu[0] / 1000, 1)} | ${cell((r) => r.cpu[1] / 1000, 1)} | ${read((r) => r.p50)} | ${read((r) => r.p99)} | ${median(rounds.map(([login, one]) => (login?.cores ?? 0) + one.cores)).toFixed(2)} |`,
    );
  }
} finally {
  await product.stop();
  await database.stop();
  await rm(data, { recursive: true, force: true });
}

/** Returns password verifications per second of the idle machine, with the product's number of threads. */
async function compareAlone() {
  const until = performance.now() + seconds * 1000;
  let compared = 0;
  const work = async () => {
    for (; performance.now() < until; compared += 1) await isPassword(password, hash);
  };
  await Promise.all([work(), work()]);
  return compared / seconds;
}
