// Measures the unread count and the lists for a member with 100,000 notifications. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here, spentBy, startProduct } from './processes.mjs';
import { tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    runs: { type: 'string', default: '201' },
    explain: { type: 'boolean' },
    port: { type: 'string', default: '38221' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const theirs = 100_000;
/** Maximum database milliseconds for the counts and for a page. */
const aim = 2;
const sizes = { members: 2_000, photos: 5_000, likesPerPhoto: 5, commentsPerPhoto: 2, follows: 20, restrictedPercent: 2 };
const members = { 'all unread': 11, 'half unread': 12, 'half unread, 300 are blocked': 13 };

const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, sizes);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const highest = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)];
const nodes = [];
let missed = 0;

try {
  const singles = await import(path.join(here, '../apps/server/dist/notifications/queries.js'));
  const groups = await import(path.join(here, '../apps/server/dist/notifications/group-queries.js'));
  const ids = await addNotifications();
  const ports = [Number(options.port), Number(options.port) + 1];
  for (const port of ports) nodes.push(await startProduct({ MBARI_DATA: data, DATABASE_URL: database.url }, port));
  // Same settings as the product's connections.
  await database.query(`set random_page_cost = 1.1; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`);
  const { rows: backends } = await database.query('select pg_backend_pid() as pid');
  console.log(
    '\n| a member with 100,000 notifications | counted | database ms: median | p99 | processor ms: median | call ms: median | p99 |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, number] of Object.entries(members)) {
    const spent = await timesOf((db) => singles.countNotifications(db, ids[number], 'all'), backends[0].pid);
    const took = spent.map((one) => one.took);
    const processor = spent.map((one) => one.processor);
    const calls = [];
    let unread = 0;
    for (let run = 0; run < Number(options.runs); run += 1) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${ports[run % 2]}/api/v1/forum/notifications?limit=1`, {
        headers: { authorization: `Bearer ${tokenOf(number)}` },
      });
      unread = (await response.json()).data.unread_count;
      calls.push(performance.now() - began);
    }
    if (unread !== 100) throw new Error(`${unread} are counted as unread.`);
    if (median(took) >= aim && median(processor) >= aim) missed += 1;
    console.log(
      `| ${name} | ${unread} | ${median(took).toFixed(2)} | ${highest(took).toFixed(2)} | ${median(processor).toFixed(2)} | ${median(calls).toFixed(1)} | ${highest(calls).toFixed(1)} |`,
    );
  }
  const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  console.log('\n| page | filter | database ms: median | p99 | processor ms: median |\n|---|---|---|---|---|');
  for (const [name, number] of Object.entries(members))
    for (const filter of ['all', 'unread', 'read']) {
      const part = { filter, before: end, offset: 0, limit: 21 };
      const asked = {
        'one by one': (db) => singles.listNotificationRows(db, ids[number], part),
        'grouped': (db) => groups.listGroupRows(db, ids[number], part),
        'how many groups': (db) => groups.countGroups(db, ids[number], filter),
      };
      for (const [what, ask] of Object.entries(asked)) {
        const spent = await timesOf(ask, backends[0].pid);
        const took = spent.map((one) => one.took);
        const processor = median(spent.map((one) => one.processor));
        if (median(took) >= aim && processor >= aim) missed += 1;
        console.log(
          `| ${name}: ${what} | ${filter} | ${median(took).toFixed(2)} | ${highest(took).toFixed(2)} | ${processor.toFixed(2)} |`,
        );
      }
    }
  console.log(missed === 0 ? `\nAll took less than ${aim} ms.` : `\n${missed} took ${aim} ms or more.`);
} finally {
  for (const node of nodes) await node.stop();
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

/** Returns wall-clock and CPU milliseconds of a statement in the database, prepared once, as on the product's connections. */
async function timesOf(ask, backend) {
  const spent = [];
  await ask({ row: measure, rows: async (sql, values) => (await measure(sql, values), []) });
  return spent;

  async function measure(sql, values) {
    const asked = `execute asked(${values.map((value) => `'${value}'`).join(', ')})`;
    await database.query(`prepare asked as ${sql}`);
    await database.query(asked);
    for (let run = 0; run < Number(options.runs); run += 1) {
      const [before, began] = [spentBy(backend), performance.now()];
      await database.query(asked);
      spent.push({ took: performance.now() - began, processor: spentBy(backend) - before });
    }
    if (options.explain) {
      const { rows } = await database.query(`explain (analyze, buffers) ${asked}`);
      say(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await database.query('deallocate asked');
  }
}

async function addNotifications() {
  const { rows } = await database.query('select id, substr(username, 8)::int as n from members');
  const ids = Object.fromEntries(rows.map(({ id, n }) => [n, id]));
  const { rows: known } = await database.query('select count(*)::int as n from notifications where member_id = $1', [ids[11]]);
  if (known[0].n >= theirs) return ids;
  await database.query('set statement_timeout = 0; set session_replication_role = replica');
  for (const [name, number] of Object.entries(members)) {
    await database.query(
      `insert into notifications (id, member_id, type, about, actor_id, photo_id, comment_id, group_key, created_at, read_at)
       select gen_random_uuid(), $1, 'comment', 'comment', c.member_id, c.photo_id, c.id, c.photo_id, now() - n * interval '1 minute', case when $2 and n % 2 = 0 then now() end
         from generate_series(0, ${theirs - 1}) n join (select *, row_number() over (order by id) - 1 as at from comments) c on c.at = n % $3`,
      [ids[number], name.startsWith('half'), sizes.photos * sizes.commentsPerPhoto],
    );
  }
  await database.query(
    `insert into blocks (blocker_id, blocked_id) select $1, id from members where substr(username, 8)::int between 100 and 399 on conflict do nothing`,
    [ids[members['half unread, 300 are blocked']]],
  );
  await database.query('set session_replication_role = origin');
  await database.query('vacuum analyze notifications, blocks');
  return ids;
}
