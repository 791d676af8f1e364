/** @module-tag world */
import { link, mkdir, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { newSecretId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { exportSlots } from './start-export.ts';

let app: TestApp;
let openedFiles: Readable[];
beforeEach(async () => {
  app = await startTestApp();
  openedFiles = [];
  const { store } = app.context;
  const read = store.read.bind(store);
  store.read = async (id, file) => {
    const storedFile = await read(id, file);
    const stream = (): Readable => {
      const bytes = storedFile!.stream();
      openedFiles.push(bytes);
      return bytes;
    };
    return storedFile && { ...storedFile, stream };
  };
});
afterEach(() => app.close());

const megabyte = 1024 * 1024;
/** Number of 1 MB images that exceeds a connection's buffers. */
const plenty = 120;

/** Adds images that are hard links to one file. */
async function addImages({ id: memberId }: TestMember, imageCount: number, bytes: number): Promise<void> {
  const uploads = path.join(app.context.config.dataFolder, 'uploads');
  const file = path.join(app.context.config.dataFolder, 'picture.jpeg');
  await writeFile(file, Buffer.alloc(bytes, 7));
  const ids = Array.from({ length: imageCount }, newSecretId);
  for (const id of ids) {
    const folder = path.join(uploads, id.slice(0, 2), id);
    await mkdir(folder, { recursive: true });
    await link(file, path.join(folder, '1280.jpeg'));
  }
  await app.db.pool.query(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
     select id, $2, 'photo', 1280, 960, '#000000', '\\x00', '{320,640,1280}', $3 from unnest($1::uuid[]) as one(id)`,
    [ids, memberId, bytes],
  );
}

const startDownload = ({ token }: { token: string }, url = app.url): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(`${url}/api/v1/me/export`, { headers: { authorization: `Bearer ${token}` }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
const statusOf = async ({ token }: { token: string }): Promise<number> => {
  const answer = await fetch(`${app.url}/api/v1/me/export`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
  return answer.status;
};

async function drain(answer: IncomingMessage, onMegabytes: (sum: number) => void = () => {}): Promise<number> {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (Math.floor(bytes / megabyte) !== Math.floor((bytes - chunk.length) / megabyte)) onMegabytes(bytes / megabyte);
  });
  await finished(answer);
  return bytes;
}

test('pictures are opened only as fast as the connection takes them, and one export runs at a time', async () => {
  const member = await addTestMember(app);
  await addImages(member, plenty, megabyte);
  const answer = await startDownload(member);
  expect(answer.statusCode).toBe(200);
  // Waits until the connection's buffers are full.
  let previousBytes = -1;
  await expect
    .poll(
      () => {
        const isStill = openedFiles.length === previousBytes && openedFiles.length > 0;
        previousBytes = openedFiles.length;
        return isStill;
      },
      { interval: 500 },
    )
    .toBe(true);
  expect(openedFiles.length).toBeLessThan(plenty - 20);
  const second = await app.call('GET', '/me/export', { token: member.token });
  expect([second.status, second.json.code, second.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '60']);
  expect(await drain(answer)).toBeGreaterThan(plenty * megabyte);
  expect(openedFiles).toHaveLength(plenty);
  await expect.poll(() => statusOf(member)).toBe(200);
});

test('nodes share one export per member, and a crashed node’s lease expires', async () => {
  const other = await startTestApp({}, {}, { beside: app });
  const member = await addTestMember(app);
  await addImages(member, plenty, megabyte);
  const answer = await startDownload(member);
  const onOther = () => other.call('GET', '/me/export', { token: member.token });
  const [second, admin] = await Promise.all([onOther(), addTestMember(app, { role: 'admin' })]);
  expect([second.status, second.json.reason, second.headers.get('retry-after')]).toEqual([429, 'exportRunning', '60']);
  expect((await other.call('POST', `/admin/users/${member.id}/export`, { token: admin.token })).json.reason).toBe('exportUnderWay');
  // The server renews the lease while it writes the export.
  const endsAt = async () => (await app.db.row<{ ends_at: Date }>('select ends_at from export_leases'))?.ends_at.getTime();
  const first = await endsAt();
  await expect.poll(endsAt).toBeGreaterThan(first!);
  await drain(answer);
  await expect.poll(endsAt).toBeUndefined();
  // The lease of a crashed node expires.
  await app.db.run(`insert into export_leases values ($1, gen_random_uuid(), now() + interval '1 minute')`, [member.id]);
  expect((await onOther()).status).toBe(429);
  await app.db.run(`update export_leases set ends_at = now() - interval '1 second'`);
  expect((await onOther()).status).toBe(200);
  await other.close();
});

test('two nodes asked concurrently start one export', async () => {
  const other = await startTestApp({}, {}, { beside: app });
  const member = await addTestMember(app);
  await addImages(member, plenty, megabyte);
  const answers = await Promise.all([app.url, other.url, app.url, other.url].map((url) => startDownload(member, url)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429, 429]);
  await Promise.all(answers.map((answer) => drain(answer)));
  await other.close();
});

test('disconnecting stops the export, closes its file and frees the slot', async () => {
  const member = await addTestMember(app);
  await addImages(member, plenty, megabyte);
  const answer = await startDownload(member);
  await new Promise((resolve) => answer.once('data', resolve));
  answer.destroy();
  await expect.poll(() => openedFiles.every((file) => file.destroyed)).toBe(true);
  expect(openedFiles.length).toBeLessThan(plenty);
  await expect.poll(() => statusOf(member)).toBe(200);
});

test('a node refuses more than a few concurrent exports', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
  const answers: IncomingMessage[] = [];
  for (const member of members.slice(0, 4)) {
    await addImages(member, plenty, megabyte);
    answers.push(await startDownload(member));
  }
  const late = await app.call('GET', '/me/export', { token: members[4]!.token });
  expect([late.status, late.json.code, late.headers.get('retry-after')]).toEqual([503, 'overloaded', '120']);
  await Promise.all(answers.map((answer) => drain(answer)));
  await expect.poll(() => statusOf(members[4]!)).toBe(200);
});

test('an export is aborted when its session ends or its member is suspended', async () => {
  for (const endSession of ['delete from sessions where member_id = $1', `update members set suspended_at = now() where id = $1`]) {
    const member = await addTestMember(app);
    await addImages(member, plenty, megabyte);
    const answer = await startDownload(member);
    await new Promise((resolve) => answer.once('data', resolve));
    answer.pause();
    await app.db.pool.query(endSession, [member.id]);
    await expect.poll(() => exportSlots(app.context).memberIds.has(member.id)).toBe(false);
    const drained = drain(answer);
    answer.resume();
    await expect(drained).rejects.toThrow(/aborted|reset|closed/i);
    expect(openedFiles.every((file) => file.destroyed)).toBe(true);
    expect(openedFiles.length).toBeLessThan(plenty);
    openedFiles = [];
  }
});

test('after a database failure the download ends with an error', async () => {
  const member = await addTestMember(app);
  await addImages(member, 300, megabyte / 2);
  const answer = await startDownload(member);
  await new Promise((resolve) => answer.once('data', resolve));
  answer.pause();
  // The next query for images fails.
  await app.db.pool.query('alter table images rename to pictures');
  await expect(drain(answer)).rejects.toThrow(/aborted|reset|closed/i);
  await app.db.pool.query('alter table pictures rename to images');
  await expect.poll(() => statusOf(member)).toBe(200);
});

test('four stalled downloads are aborted and then do not block other exports', async () => {
  const server = buildApp(app.context, { connectionLimits: { checkEveryMs: 25, withinMs: 3_000 } });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const [late, ...members] = [await addTestMember(app), ...(await Promise.all(Array.from({ length: 4 }, () => addTestMember(app))))];
  for (const member of members) await addImages(member, plenty, megabyte);
  await Promise.all(members.map((member) => startDownload(member, url)));
  const refusal = await app.call('GET', '/me/export', { token: late.token });
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '120']);
  await expect.poll(() => statusOf(late)).toBe(200);
  const metrics = async (): Promise<string> => (await server.inject('/metrics')).body;
  await expect.poll(metrics).toMatch(/^mbari_connections_closed_total\{reason="slow_reader"\} 4$/m);
  expect(await metrics()).toMatch(/^mbari_exports_refused_total\{reason="busy"\} [1-9]\d*$/m);
  await server.close();
});

test('three thousand pictures need no more memory than a hundred', async () => {
  const member = await addTestMember(app);
  await addImages(member, 3_000, megabyte / 2);
  let [first, mostOpen] = [0, 0];
  const answer = await startDownload(member);
  const bytes = await drain(answer, (sum) => {
    const { rss } = process.memoryUsage();
    if (sum < 50) first = Math.max(first, rss);
    mostOpen = Math.max(mostOpen, rss);
  });
  expect(bytes).toBeGreaterThan(1_500 * megabyte);
  expect((mostOpen - first) / megabyte).toBeLessThan(100);
});
