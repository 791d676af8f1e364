// Imports an archive of 2,000 photos, or hostile ones (--source hostile), and measures the feed before and during it. See README.md.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeArchive, makeHostileArchives } from './make-archive.mjs';
import { measure, startProduct } from './processes.mjs';
import { sizesWith, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    source: { type: 'string', default: 'instagram' },
    count: { type: 'string', default: '2000' },
    photos: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    audience: { type: 'string', default: 'me' },
    port: { type: 'string', default: '38202' },
  },
});
const say = (text) => console.error(`[bench] ${text}`);
const port = Number(options.port);
const data = await mkdtemp(path.join(tmpdir(), 'mbari-imports-'));
const database = await openSeeded(data, say, sizesWith(Number(options.photos)));
const product = await startProduct({ MBARI_DATA: data, ...database.env }, port);
const partBytes = 4 * 1024 * 1024;

const ask = async (method, route, { json, form } = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${tokenOf(1)}`, ...(json && { 'content-type': 'application/json' }) },
    body: form ?? (json && JSON.stringify(json)),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.data;
};
const seconds = async (name, work) => {
  const start = performance.now();
  await work();
  console.log(`| ${name} | ${((performance.now() - start) / 1000).toFixed(0)} s |`);
};
const until = async (id, isReached) => {
  for (;;) {
    const found = (await ask('GET', '/imports')).find((one) => one.id === id);
    if (isReached(found)) return found;
    if (found.problem) throw new Error(JSON.stringify(found));
    await wait(1_000);
  }
};
const upload = async (source, archives) => {
  const files = await Promise.all(archives.map(async (file) => ({ name: path.basename(file), bytes: (await stat(file)).size })));
  const { id } = await ask('POST', '/imports', { json: { source, files } });
  for (const [n, file] of archives.entries()) {
    const handle = await open(file);
    for (let offset = 0; offset < files[n].bytes; offset += partBytes) {
      const part = Buffer.alloc(Math.min(partBytes, files[n].bytes - offset));
      await handle.read(part, 0, part.length, offset);
      const form = new FormData();
      form.set('offset', String(offset));
      form.set('part', new Blob([part]), 'part');
      await ask('PUT', `/imports/${id}/files/${n}`, { form });
    }
    await handle.close();
  }
  return id;
};
// Idle connections would be closed by the server after five seconds.
const feedFor = async (length) => {
  const requests = Array.from({ length: 500 }, (_, n) => ({ path: '/api/v1/photos', token: tokenOf(2 + n) }));
  return (await measure({ port, connections: 8, seconds: length, requests, rate: Number(options.rate) })).p99;
};

const middle = (windows) => windows.toSorted((a, b) => a - b)[Math.floor(windows.length / 2)];
const feedDuring = async (work) => {
  const windows = [];
  const working = new AbortController();
  const measuring = async () => {
    while (!working.signal.aborted) windows.push(await feedFor(4));
  };
  await Promise.all([work().finally(() => working.abort()), measuring()]);
  console.log(
    `| feed’s p99 meanwhile, median and worst of ${windows.length} windows of 4 s | ${middle(windows).toFixed(1)} ms, ${Math.max(...windows).toFixed(1)} ms |`,
  );
};
/** Returns the largest resident memory in bytes that a process that reads archives had, as far as seen. */
const watchReaders = () => {
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('archive-worker')) continue;
        peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024);
      } catch {}
    }
  }, 50).unref();
  return () => (clearInterval(timer), peak);
};

try {
  say('Making archives …');
  const folder = path.join(data, 'archive');
  const isHostile = options.source === 'hostile';
  const archives = isHostile ? await makeHostileArchives(folder) : await makeArchive(options.source, Number(options.count), folder);
  await feedFor(8);
  const before = [];
  for (let n = 0; n < 5; n += 1) before.push(await feedFor(4));
  console.log(`| ${options.source}${isHostile ? '' : `, ${options.count} photos for ${options.audience}`} | |\n|---|---|`);
  console.log(
    `| feed’s p99 before, median and worst of 5 windows | ${middle(before).toFixed(1)} ms, ${Math.max(...before).toFixed(1)} ms |`,
  );
  const peak = watchReaders();
  if (isHostile) {
    await feedDuring(async () => {
      for (const archive of [archives, archives, archives].flat()) {
        await seconds(path.basename(archive), async () => {
          const id = await upload('instagram', [archive]);
          const { problem, counts } = await until(id, ({ state }) => ['choosing', 'failed'].includes(state));
          console.log(`| ${path.basename(archive)}: outcome | ${problem?.reason ?? `${counts.found} found`} |`);
          if (!problem) await ask('DELETE', `/imports/${id}`);
        });
      }
    });
  } else {
    let id;
    await seconds('upload', async () => (id = await upload(options.source, archives)));
    await seconds('list of posts', () => until(id, ({ state }) => state === 'choosing'));
    await seconds('previews', () => until(id, ({ counts }) => counts.previewed === counts.found));
    await ask('POST', `/imports/${id}/start`, { json: { audience: options.audience } });
    await seconds('import', () => feedDuring(() => until(id, ({ state }) => state === 'done')));
    const {
      rows: [stored],
    } = await database.query(
      `select count(*)::int as posts, count(distinct upload_key)::int as distinct_keys from photos where upload_key like 'import-%'`,
    );
    console.log(`| posts, distinct keys | ${stored.posts}, ${stored.distinct_keys} |`);
  }
  console.log(`| most memory of a process reading archives | ${(peak() / 2 ** 20).toFixed(0)} MB |`);
} finally {
  await product.stop();
  await database.stop();
  await rm(data, { recursive: true, force: true });
}
