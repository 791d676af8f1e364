// Closes and opens the profile of a member with 100,000 followers, under load on two nodes. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProduct } from './processes.mjs';
import { tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '4' }, port: { type: 'string', default: '38211' } },
});
const say = (text) => console.error(`[bench] ${text}`);
const followers = 100_000;
/** Maximum request time in milliseconds, unless the baseline is slower. */
const longest = 200;
const quiet = 20_000;
const patience = 300_000;
/** Member 1 is the popular member, the next 100,000 are followers and writers, and the rest readers. */
const sizes = { members: followers + 1_000, photos: 2_000, likesPerPhoto: 1, commentsPerPhoto: 1, follows: 3, restrictedPercent: 0 };
const popular = 1;

const data = path.resolve(options.data ?? (await mkdtemp(path.join(tmpdir(), 'mbari-bench-'))));
const database = await openSeeded(data, say, sizes);
const ids = await listIds();
await addFollowers();
const ports = [Number(options.port), Number(options.port) + 1];
const nodes = [];
const times = {};
const wrong = [];

try {
  for (const port of ports) nodes.push(await startProduct({ MBARI_DATA: data, DATABASE_URL: database.url }, port));
  await setVisibility(0, 'public');
  await recounted();
  const sampled = await sampleNeighbours();
  for (let index = 0; index < 40; index += 1) await readNeighbour(sampled[index % sampled.length], index, { isClosed: false });
  for (const kind of Object.keys(times)) delete times[kind];
  await quietly(sampled);
  say(`${followers} followers, ${sampled.length} neighbours read, two nodes, ${options.rounds} rounds of closing and opening.`);
  const took = [];
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const isClosed of [true, false]) took.push(await flip(sampled, isClosed));
  console.log('\n| call | times | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|');
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
    console.log(`| ${kind} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
  }
  console.log(`\nRecounted after ${took.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s.`);
  const waitedFor = (kind) => Math.max(0, ...(times[kind] ?? []));
  const slow = Object.keys(times).filter(
    (kind) => !kind.endsWith('baseline') && waitedFor(kind) > Math.max(longest, waitedFor(`${kind}, baseline`)),
  );
  const uncounted = await countWrong();
  if (uncounted > 0) wrong.push(`${uncounted} stored counts are wrong at the end`);
  for (const text of wrong.slice(0, 10)) console.log(text);
  if (wrong.length > 10) console.log(`… and ${wrong.length - 10} more.`);
  if (slow.length > 0) console.log(`Over ${longest} ms and slower than the baseline: ${slow.join(', ')}.`);
  if (wrong.length === 0 && slow.length === 0) console.log(`All counts were right, and no call took ${longest} ms.`);
  else process.exitCode = 1;
} finally {
  for (const node of nodes) await node.stop();
  await database.stop();
  if (!options.data) await rm(data, { recursive: true, force: true });
}

async function quietly(sampled) {
  const done = new AbortController();
  const others = startLoad(done.signal, sampled, { isClosed: false });
  await wait(quiet);
  done.abort();
  await Promise.all(others);
  for (const kind of Object.keys(times)) {
    times[`${kind}, baseline`] = times[kind];
    delete times[kind];
  }
}

/** Starts four clients that follow and unfollow, four that read neighbours, and one that reads the popular member. */
function startLoad(signal, sampled, { isClosed }) {
  return [...startWriters(signal), ...startReaders(signal, sampled, { isClosed })];
}

function startWriters(signal) {
  return [0, 1, 2, 3].map((writer) => repeat(signal, (turn) => followAndUnfollow(writer, turn)));
}

function startReaders(signal, sampled, { isClosed }) {
  return [
    ...[0, 1, 2, 3].map((reader) =>
      repeat(signal, (turn) => readNeighbour(sampled[(turn * 4 + reader) % sampled.length], turn + reader, { isClosed })),
    ),
    repeat(signal, (turn) => readPopular(turn, { isClosed })),
  ];
}

async function repeat(signal, work) {
  for (let turn = 0; !signal.aborted; turn += 1) await work(turn);
}

/** Changes the visibility on one node and returns the time until all neighbours are recounted. */
async function flip(sampled, isClosed) {
  const done = new AbortController();
  // Writers run before, during and after the change.
  const others = startWriters(done.signal);
  await wait(200);
  const began = performance.now();
  await setVisibility(isClosed ? 0 : 1, isClosed ? 'private' : 'public');
  // Later responses of both nodes must reflect the change.
  others.push(...startReaders(done.signal, sampled, { isClosed }));
  await recounted();
  const took = performance.now() - began;
  say(`${isClosed ? 'Closed' : 'Opened'}, recounted after ${(took / 1000).toFixed(1)} s.`);
  await wait(300);
  done.abort();
  await Promise.all(others);
  return took;
}

function setVisibility(node, visibility) {
  return call('close or open the profile', node, 'PUT', '/me/forum-settings', tokenOf(popular), { profile_visibility: visibility });
}

async function recounted() {
  for (const until = performance.now() + patience; performance.now() < until; await wait(100))
    if ((await database.query('select from profile_flips')).rowCount === 0) return;
  throw new Error('The profile was not counted anew in time.');
}

/** Reads a neighbour as a stranger: the popular member counts only while their profile is public. */
async function readNeighbour({ username, column, count }, turn, { isClosed }) {
  const { data: profile } = await call('read a neighbour', turn % 2, 'GET', `/users/${username}`, tokenOf(followers + 900 + (turn % 90)));
  const due = count - (isClosed ? 1 : 0);
  if (profile?.[column] !== due) wrong.push(`${username}: ${column} is ${profile?.[column]} instead of ${due}`);
}

async function readPopular(turn, { isClosed }) {
  const { data: profile } = await call('read the member', turn % 2, 'GET', `/users/member_${popular}`, tokenOf(followers + 900));
  if (profile?.is_private !== isClosed) wrong.push(`the member’s profile is ${profile?.is_private ? 'closed' : 'open'}`);
}

/** Makes a follower of the popular member follow and unfollow another follower. Both are recounted neighbours. */
async function followAndUnfollow(writer, turn) {
  const at = 10 + (((turn * 4 + writer) * 7_919) % (followers - 500));
  const token = tokenOf(at);
  const other = ids[at + 1 + (turn % 97)];
  await call('follow', turn % 2, 'POST', `/users/${other}/follow`, token);
  await call('unfollow', (turn + 1) % 2, 'DELETE', `/users/${other}/follow`, token);
  await wait(5);
}

async function call(kind, node, method, at, token, json) {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${ports[node]}/api/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = await response.json();
  (times[kind] ??= []).push(performance.now() - began);
  if (!response.ok) wrong.push(`${method} ${at} answered ${response.status}: ${body.message}`);
  return body;
}

async function listIds() {
  const { rows } = await database.query('select id, substr(username, 8)::int as n from members');
  return Object.fromEntries(rows.map(({ id, n }) => [n, id]));
}

/** Adds 100,000 followers of member 1, who has a plan and follows a thousand of them. */
async function addFollowers() {
  const { rows } = await database.query('select followers_count as n from members where username = $1', [`member_${popular}`]);
  if (rows[0].n >= followers) return;
  say(`Adding ${followers} followers …`);
  const id = ids[popular];
  await database.query('set statement_timeout = 0; set session_replication_role = replica');
  await database.query(
    `insert into follows (follower_id, followed_id) select m.id, $1 from members m
      where m.id <> $1 and substr(m.username, 8)::int <= ${followers + 1} on conflict do nothing`,
    [id],
  );
  await database.query(
    `insert into follows (follower_id, followed_id) select $1, m.id from members m
      where m.id <> $1 and substr(m.username, 8)::int % 100 = 0 and substr(m.username, 8)::int <= ${followers} on conflict do nothing`,
    [id],
  );
  await database.query(
    `update members m set plan_name = case when m.id = $1 then 'Premium' end,
            followers_count = (select count(*) from follows where followed_id = m.id),
            following_count = (select count(*) from follows where follower_id = m.id)`,
    [id],
  );
  await database.query('set session_replication_role = origin');
  await database.query('vacuum analyze members, follows');
}

async function sampleNeighbours() {
  const { rows } = await database.query(
    `select m.username, m.following_count, m.followers_count, exists (select from follows f where f.follower_id = p.id and f.followed_id = m.id) as is_followed
       from members m, members p where p.username = 'member_${popular}' and m.username = any($1)`,
    [[2, 3, 4, 5, 6, 7, 8, 9, 99_700, 99_800, 99_900, 100_000, 99_701, 99_801].map((n) => `member_${n}`)],
  );
  return rows.map((row) =>
    row.is_followed
      ? { username: row.username, column: 'followers_count', count: row.followers_count }
      : { username: row.username, column: 'following_count', count: row.following_count },
  );
}

async function countWrong() {
  const { rows } = await database.query(
    `select count(*)::int as n from members m
      where m.followers_count <> (select count(*) from follows f where f.followed_id = m.id)
         or m.following_count <> (select count(*) from follows f where f.follower_id = m.id)
         or m.private_followers_count <> (select count(*) from follows f join members o on o.id = f.follower_id and o.counts_private where f.followed_id = m.id)
         or m.private_following_count <> (select count(*) from follows f join members o on o.id = f.followed_id and o.counts_private where f.follower_id = m.id)`,
  );
  return rows[0].n;
}
