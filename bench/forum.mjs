// Measures the forum's queries at a million posts. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
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

/** Returns forum reads of a viewer who hides four authors, and of a viewer who hides three hundred. */
async function forumQueries(database, load) {
  const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const large = '019ab000-0000-7000-8000-000000000001';
  const small = '019ab000-0000-7000-8000-000000000006';
  const [topics, lists, posts, categories, tracks] = await Promise.all(
    ['topics/queries', 'topics/list-queries', 'posts/queries', 'categories/queries', 'track-queries'].map((name) => load(`forum/${name}`)),
  );
  const { listBestMatches } = await load('forum/search-queries');
  const { searchQueryOf } = await load('platform/search-query');
  const { rows } = await database.query('select id from members order by id limit 3');
  const readers = { 'hides 4': rows[0].id, 'hides 303': rows[1].id };
  const { rows: found } = await database.query('select id from forum_topics order by last_number desc limit 1');
  const long = found[0].id;
  const { rows: newest } = await database.query('select id from forum_topics order by latest_post_id desc limit 20');
  const page = newest.map(({ id }) => id);
  const slice = { after: { id: end, score: 1e9 }, offset: 0, limit: 21, pinned: [] };
  const deep = { ...slice, after: { id: '019c0002-0000-7000-8000-0000000e0000', score: 1e9 } };
  const sought = { categoryId: null, authorId: null, since: null, until: null };
  const reads = [];
  for (const [name, reader] of Object.entries(readers)) {
    const add = (title, aim, ask) => reads.push({ name: `${title}, ${name}`, aim, ask });
    for (const sort of ['latest', 'new', 'top']) {
      add(`topics by ${sort}`, 20, (db) => lists.listTopicIds(db, reader, null, { ...slice, sort, filter: 'all' }));
      add(`topics of a category by ${sort}`, 20, (db) => lists.listTopicIds(db, reader, large, { ...slice, sort, filter: 'all' }));
      add(`followed topics by ${sort}`, 20, (db) => lists.listFollowedTopicIds(db, reader, null, { ...slice, sort, filter: 'following' }));
    }
    add('topics of a category, deep', 20, (db) => lists.listTopicIds(db, reader, large, { ...deep, sort: 'latest', filter: 'all' }));
    for (const filter of ['mine', 'unanswered'])
      add(filter, 20, (db) => lists.listTopicIds(db, reader, null, { ...slice, sort: 'latest', filter }));
    add('count of topics', 20, (db) => lists.countTopics(db, reader, null, 'all'));
    add('unread over 500 followed topics', 15, (db) =>
      lists.listFollowedTopicIds(db, reader, null, { ...slice, sort: 'latest', filter: 'unread' }),
    );
    add('count of unread topics', 15, (db) => lists.countFollowedTopics(db, reader, null, 'unread'));
    add('20 topics of a list', 20, (db) => topics.listTopicRows(db, reader, page));
    add('categories', 20, (db) => categories.listCategoryRows(db, reader));
    add('a topic of 5,000 posts with its first unread', 20, (db) => topics.findTopic(db, reader, long));
    add('posts at 2,500 of 5,000', 20, (db) => posts.listPostRows(db, reader, long, { after: 2_500, limit: 21 }));
    add('posts before 2,500', 20, (db) => posts.listNumbersBefore(db, reader, long, { before: 2_500, limit: 21 }));
    add('reading to the end', 20, (db) => tracks.upsertReadNumber(db, reader, long, 5_000));
    for (const [kind, words] of [
      ['a common word', 'word1'],
      ['a rarer word', 'word712'],
      ['two words', 'word31 word17'],
      ['a rare word', 'word19777'],
      ['a word of no post', 'nothing'],
    ]) {
      add(`search: ${kind}`, 60, (db) => listBestMatches(db, reader, { ...sought, words: searchQueryOf(words) }));
      add(`search in a large category: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), categoryId: large }),
      );
      add(`search in a small category: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), categoryId: small }),
      );
      add(`search by author: ${kind}`, 60, (db) =>
        listBestMatches(db, reader, { ...sought, words: searchQueryOf(words), authorId: rows[2].id }),
      );
    }
  }
  return reads;
}
