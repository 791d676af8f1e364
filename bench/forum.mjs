// Measures the forum's queries at a million posts. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { forumQueries } from './forum-queries.mjs';
import { here, spentBy } from './processes.mjs';
import { forumCommunity, seedForum } from './seed-forum.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string', default: '31' },
    explain: { type: 'boolean' },
    posts: { type: 'string' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, forumCommunity);
const load = (name) => import(path.join(here, '../apps/server/dist', `${name}.js`));
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
let missed = 0;

try {
  await seedForum(database, say, options.posts && Number(options.posts));
  // Same settings as the product's connections.
  await database.query(`set random_page_cost = 1.1; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`);
  const backend = (await database.query('select pg_backend_pid() as pid')).rows[0].pid;
  console.log(
    `\n| at ${Number(options.posts ?? 1_000_000).toLocaleString('en')} posts | aim, ms | fastest, ms | median, ms | slowest, ms | processor, ms |\n|---|---|---|---|---|---|`,
  );
  for (const { name, aim, ask } of await forumQueries(database, load)) {
    if (options.only && !name.includes(options.only)) continue;
    const { times, spent } = await timesOf(ask, backend);
    if (median(times) >= aim) missed += 1;
    console.log(
      `| ${name} | ${aim} | ${Math.min(...times).toFixed(1)} | ${median(times).toFixed(1)} | ${Math.max(...times).toFixed(1)} | ${median(spent).toFixed(1)} |`,
    );
  }
  console.log(missed === 0 ? '\nAll meet their aims.' : `\n${missed} missed their aim.`);
} finally {
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

/**
 * Returns wall-clock and CPU milliseconds of a read's statements in the database. Each statement is prepared once, as on the product's
 * connections.
 */
async function timesOf(ask, backend) {
  const prepared = new Map();
  let [took, processor] = [0, 0];
  const measure = async (sql, values = []) => {
    if (!prepared.has(sql)) {
      prepared.set(sql, `asked_${prepared.size}`);
      await database.query(`prepare ${prepared.get(sql)} as ${sql}`);
    }
    const execute = `execute ${prepared.get(sql)}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
    const [began, had] = [performance.now(), spentBy(backend)];
    const { rows } = await database.query(execute);
    took += performance.now() - began;
    processor += spentBy(backend) - had;
    if (explaining) {
      const plan = await database.query(`explain (analyze, buffers) ${execute}`);
      say(`${sql}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
    }
    return rows;
  };
  let explaining = false;
  const db = {
    rows: measure,
    row: async (...asked) => (await measure(...asked))[0],
    run: async (...asked) => (await measure(...asked)).length,
  };
  await ask(db);
  const [times, spent] = [[], []];
  for (let run = 0; run < Number(options.runs); run += 1) {
    [took, processor] = [0, 0];
    await ask(db);
    times.push(took);
    spent.push(processor);
  }
  explaining = options.explain === true;
  if (explaining) await ask(db);
  for (const name of prepared.values()) await database.query(`deallocate ${name}`);
  return { times, spent };
}

function literal(value) {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}
