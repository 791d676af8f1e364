// Tests whether response times reveal that an address is registered, with interleaved pairs of known and unknown addresses. See README.md.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here, startProduct } from './processes.mjs';
import { sizes } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: { pairs: { type: 'string', default: '500' }, port: { type: 'string', default: '38203' }, only: { type: 'string' } },
});
const say = (text) => console.error(`[bench] ${text}`);
const port = Number(options.port);
const pairs = Number(options.pairs);
const data = await mkdtemp(path.join(tmpdir(), 'mbari-bench-'));
const database = await openSeeded(data, say, { ...sizes, photos: 1_000 });
const { hash } = createRequire(path.join(here, '../apps/server/package.json'))('@node-rs/argon2');
const { hashPassword } = await import(path.join(here, '../apps/server/dist/platform/adapters/passwords.js'));
await database.query('update members set password_hash = $1', [await hashPassword('kola nut 1961')]);
// Half of the members are unverified. A quarter have passwords hashed with the weaker settings of an earlier version.
const weaker = await hash('kola nut 1961', { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 });
await database.query(`update members set password_hash = $1 where substr(username, 8)::int % 4 = 1`, [weaker]);
await database.query(`update members set email_verified_at = null where substr(username, 8)::int % 2 = 0`);
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

try {
  const some = () => randomBytes(6).toString('hex');
  // Known and unknown addresses have the same length, so that only existence differs.
  const unknown = () => `nobody${some().slice(0, 3)}@example.test`;
  const member = (remainder) => `member${remainder + 4 * Math.floor(Math.random() * (sizes.members / 4))}@example.test`;
  const verified = () => `member${1 + 2 * Math.floor(Math.random() * (sizes.members / 2))}@example.test`;
  const pending = () => `member${2 + 2 * Math.floor(Math.random() * (sizes.members / 2 - 1))}@example.test`;
  const registration = (email) => ({
    ...{ name: 'Adaeze Okafor', username: `u${some()}`, email, country_code: '+234', phone: '0803 123 4567' },
    ...{ password: 'masquerade at dusk 61', password_confirmation: 'masquerade at dusk 61' },
  });
  /** @type {Record<string, [string, number, (email: string) => object, () => string]>} */
  const calls = {
    'sign in with a wrong password': ['/auth/login', 422, (email) => ({ email, password: 'not the password' }), () => member(3)],
    'sign in, hashed by an earlier version': ['/auth/login', 422, (email) => ({ email, password: 'not the password' }), () => member(1)],
    'forgot password': ['/auth/forgot-password', 200, (email) => ({ email }), verified],
    'forgot password, not verified': ['/auth/forgot-password', 200, (email) => ({ email }), pending],
    'resend link': ['/email/resend-by-email', 200, (email) => ({ email }), pending],
    'resend link, verified': ['/email/resend-by-email', 200, (email) => ({ email }), verified],
    register: ['/auth/register', 201, registration, verified],
    'reset with a wrong link': [
      '/auth/reset-password',
      422,
      (email) => ({
        email,
        token: randomBytes(32).toString('base64url'),
        password: 'masquerade at dusk 61',
        password_confirmation: 'masquerade at dusk 61',
      }),
      verified,
    ],
  };

  say(`${pairs} pairs per call, known and unknown in random order, sequentially.`);
  console.log('\n| call | known: median ms | unknown: median ms | difference | Mann–Whitney p |\n|---|---|---|---|---|');
  for (const [name, [at, expected, bodyFor, known]] of Object.entries(calls)) {
    if (options.only && !name.startsWith(options.only)) continue;
    const times = { known: [], unknown: [] };
    const ask = async (kind) => {
      const { status, ms } = await post(at, bodyFor(kind === 'known' ? known() : unknown()));
      if (status !== expected) throw new Error(`${at} answered ${status}.`);
      times[kind].push(ms);
    };
    for (let pair = -20; pair < pairs; pair += 1) {
      // Discards the warm-up requests.
      if (pair === 0) for (const kind of ['known', 'unknown']) times[kind] = [];
      for (const kind of Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']) await ask(kind);
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    console.log(
      `| ${name} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${Math.abs(one - other).toFixed(2)} | ${mannWhitney(times.known, times.unknown).toFixed(2)} |`,
    );
  }
} finally {
  agent.destroy();
  await product.stop();
  await database.stop();
  await rm(data, { recursive: true, force: true });
}

function post(at, json) {
  const body = JSON.stringify(json);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request({ host: '127.0.0.1', port, path: `/api/v1${at}`, method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, ms: performance.now() - began }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Returns the two-tailed p-value of the Mann-Whitney test, by the normal approximation. */
function mannWhitney(left, right) {
  const all = [...left.map((ms) => ({ ms, left: 1 })), ...right.map((ms) => ({ ms, left: 0 }))].sort((a, b) => a.ms - b.ms);
  const ranks = all.reduce((sum, one, index) => sum + one.left * (index + 1), 0);
  const [n, m] = [left.length, right.length];
  const z = Math.abs(ranks - (n * (n + 1)) / 2 - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Approximates erf by Abramowitz and Stegun, 7.1.26.
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return tail * Math.exp((-z * z) / 2);
}
