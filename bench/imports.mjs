// Imports an archive of 2,000 photos and measures the feed beside it, before and during the import. See README.md.
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeArchive } from './make-archive.mjs';
import { measure, startProduct } from './processes.mjs';
import { sizesWith, tokenOf } from './seed.mjs';
import { openSeeded } from './seeded.mjs';

const { values: options } = parseArgs({
  options: {
    source: { type: 'string', default: 'instagram' },
    count: { type: 'string', default: '2000' },
    photos: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
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
    if (found.problem) throw new Error(JSON.stringify(found));
    if (isReached(found)) return;
    await wait(1_000);
  }
};
// Idle connections would be closed by the server after five seconds.
const feedFor = async (length) => {
  const requests = Array.from({ length: 500 }, (_, n) => ({ path: '/api/v1/photos', token: tokenOf(2 + n) }));
  return (await measure({ port, connections: 8, seconds: length, requests, rate: Number(options.rate) })).p99;
};

try {
  say(`Making an archive of ${options.count} photos …`);
  const archives = await makeArchive(options.source, Number(options.count), path.join(data, 'archive'));
  const files = await Promise.all(archives.map(async (file) => ({ name: path.basename(file), bytes: (await stat(file)).size })));
  const before = await feedFor(4);
  console.log(`| ${options.source}, ${options.count} photos | |\n|---|---|`);
  const { id } = await ask('POST', '/imports', { json: { source: options.source, files } });
  await seconds('upload', async () => {
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
  });
  await seconds('list of posts', () => until(id, ({ state }) => state === 'choosing'));
  await seconds('previews', () => until(id, ({ counts }) => counts.previewed === counts.found));
  await ask('POST', `/imports/${id}/start`, { json: { audience: 'public' } });
  const during = [];
  const importing = new AbortController();
  await seconds('import', async () => {
    const measuring = (async () => {
      while (!importing.signal.aborted) during.push(await feedFor(4));
    })();
    await until(id, ({ state }) => state === 'done').finally(() => importing.abort());
    await measuring;
  });
  const worst = Math.max(...during);
  const middle = during.toSorted((a, b) => a - b)[Math.floor(during.length / 2)];
  console.log(
    `| feed’s p99 before | ${before.toFixed(1)} ms |\n| during, median and worst of 4 s | ${middle.toFixed(1)} ms, ${worst.toFixed(1)} ms |`,
  );
  const {
    rows: [stored],
  } = await database.query(
    `select count(*)::int as posts, count(distinct upload_key)::int as distinct_keys from photos where upload_key like 'import-%'`,
  );
  console.log(`| posts, distinct keys | ${stored.posts}, ${stored.distinct_keys} |`);
} finally {
  await product.stop();
  await database.stop();
  await rm(data, { recursive: true, force: true });
}
