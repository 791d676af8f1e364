// Explains and times each hot query, at 100,000 photos or members, or queries of sets at 1,000,000 photos. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hotQueries, removeReaders } from './hot-queries.mjs';
import { peopleQueries, peopleSizes } from './people-queries.mjs';
import { here, spentBy } from './processes.mjs';
import { openSeeded } from './seeded.mjs';
import { setQueries, setSizes } from './set-queries.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    people: { type: 'boolean' },
    sets: { type: 'boolean' },
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    explain: { type: 'boolean' },
  },
});
const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const sizes = options.people ? peopleSizes : options.sets ? setSizes : undefined;
const queriesOf = options.people ? peopleQueries : options.sets ? setQueries : hotQueries;
const database = await openSeeded(data, (text) => console.error(`[bench] ${text}`), sizes);
const aim = options.people || options.sets ? 20 : 10;
const small = options.people
  ? / (?:categories|blocks|mutes)$/
  : options.sets
    ? / (?:categories|blocks|mutes|saved_posts|forum_topics)$/
    : / (?:categories|members|blocks|mutes|category_tallies)$/;
let missed = 0;
let backend = 0;

try {
  // Same settings as the product's connections.
  await database.query(`set random_page_cost = 1.1; set timezone = 'UTC'; set statement_timeout = 0`);
  const [{ backend: pid }] = (await database.query('select pg_backend_pid() as backend')).rows;
  backend = pid;
  const queries = await queriesOf(database, (file) => import(path.join(here, `../apps/server/dist/${file}.js`)));
  console.log(
    '| query | generic plan ms | custom plan ms | processor ms: generic | custom | buffers | read by |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, ask] of queries) {
    if (options.only && !name.includes(options.only)) continue;
    const statements = await statementsOf(ask);
    const generic = await explainAll(statements, 'force_generic_plan');
    const custom = await explainAll(statements, 'force_custom_plan');
    if (options.explain) console.error(`\n${name}\n${generic.text}`);
    const whole = generic.scans.concat(custom.scans).filter((scan) => scan.startsWith('Seq Scan') && !small.test(scan));
    if (whole.length > 0 || Math.max(generic.time, custom.time) >= aim) missed += 1;
    console.log(
      `| ${name} | ${generic.time.toFixed(2)} | ${custom.time.toFixed(2)} | ${generic.cpu.toFixed(2)} | ${custom.cpu.toFixed(2)} | ${generic.buffers} | ${whole.length > 0 ? '**' : ''}${generic.scans.join(', ')}${whole.length > 0 ? '**' : ''} |`,
    );
  }
  console.log(
    missed === 0 ? `\nAll use an index and take less than ${aim} ms.` : `\n${missed} scan a large table or take ${aim} ms or more.`,
  );
} finally {
  if (queriesOf === hotQueries) await removeReaders(database);
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

/** Records the statements of a read or write. Executes the statements, because later ones may depend on results, and rolls back. */
async function statementsOf(ask) {
  const statements = [];
  const send = async (sql, values = []) => {
    statements.push({ sql, values });
    return database.query(sql, values);
  };
  await database.query('begin');
  await ask({
    rows: async (sql, values) => (await send(sql, values)).rows,
    row: async (sql, values) => (await send(sql, values)).rows[0],
    run: async (sql, values) => (await send(sql, values)).rowCount,
  });
  await database.query('rollback');
  return statements;
}

async function explainAll(statements, mode) {
  const all = [];
  for (const { sql, values } of statements) all.push(await explain(sql, values, mode));
  const sum = (pick) => all.reduce((total, one) => total + pick(one), 0);
  return {
    time: sum(({ time }) => time),
    cpu: sum(({ cpu }) => cpu),
    buffers: sum(({ buffers }) => buffers),
    scans: [...new Set(all.flatMap(({ scans }) => scans))],
    text: all.map(({ text }) => text).join('\n'),
  };
}

/** Runs a prepared statement several times, with a generic or a custom plan, and returns the median. */
async function explain(sql, values, mode) {
  await database.query(`set plan_cache_mode = ${mode}`);
  await database.query(`prepare hot as ${sql}`);
  const run = async (format) => {
    await database.query('begin');
    const { rows } = await database.query(
      `explain (analyze, buffers, format ${format}) execute hot${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`,
    );
    await database.query('rollback');
    return rows.map((row) => row['QUERY PLAN']);
  };
  const plans = [];
  const spent = [];
  for (let index = 0; index < Number(options.runs); index += 1) {
    const before = spentBy(backend);
    plans.push((await run('json'))[0][0]);
    spent.push(spentBy(backend) - before);
  }
  const text = options.explain ? (await run('text')).join('\n') : '';
  await database.query('deallocate hot');
  const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const time = median(plans.map((plan) => plan['Execution Time']));
  const { Plan: top } = plans.at(-1);
  return {
    time,
    cpu: median(spent),
    scans: [...new Set(scansIn(top))],
    buffers: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
    text,
  };
}

function scansIn(node) {
  const own = node['Node Type'].endsWith('Scan') && (node['Relation Name'] ?? node['Index Name']);
  const under = (node.Plans ?? []).flatMap(scansIn);
  // The index scan below a bitmap names the index; the heap scan above it does not.
  if (!own || node['Node Type'] === 'Bitmap Heap Scan' || node['Actual Loops'] === 0) return under;
  return [node['Index Name'] ?? `Seq Scan ${node['Relation Name']}`, ...under];
}

function literal(value) {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return literal(`{${value.map((one) => `"${one}"`).join(',')}}`);
  return `'${String(value).replaceAll("'", "''")}'`;
}
