import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openConnection } from '../../apps/server/src/testing/http-client.ts';
import { photoFile } from '../../apps/server/src/testing/image-files.ts';
import { signInAsAdmin } from '../admin.ts';
import {
  copyStartedFolder,
  environmentFor,
  freePort,
  isAlive,
  isReady,
  makeDataFolder,
  makeStartedFolder,
  pidOfPostgres,
  register,
  registration,
  runMbari,
  runNode,
  startServer,
} from '../server.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeEach(async () => void (folder = await makeDataFolder()));
test.afterEach(() => folder.remove());

test('a request in flight at SIGTERM is answered', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder, { DRAIN_SECONDS: '60' });
  const body = JSON.stringify(registration('inflight'));
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const sending = request(`${server.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'expect': '100-continue' },
    });
    sending.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    // The server has read the head and waits for the body.
    sending.once('continue', () => {
      server.process.kill('SIGTERM');
      sending.write(body.slice(0, 10));
      setTimeout(() => sending.end(body.slice(10)), 300);
    });
    sending.flushHeaders();
  });
  expect(await answer).toBe(201);
  expect(await server.end()).toBe(0);
});

test('a server started during another’s shutdown waits for its end, and the database survives', async () => {
  await copyStartedFolder(folder.dataFolder);
  const first = await startServer(folder.dataFolder, { DRAIN_SECONDS: '60' });
  const body = JSON.stringify(registration('lingering'));
  const sending = request(`${first.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'expect': '100-continue' },
  });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
  });
  sending.once('continue', () => first.process.kill('SIGTERM')).flushHeaders();
  await expect.poll(() => first.output(), { intervals: [10] }).toContain('Stopping');
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const second = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: port, PUBLIC_URL: url });
  await expect.poll(() => second.output(), { timeout: 60_000, intervals: [10] }).toContain('waiting for its end');
  sending.end(body);
  expect(await answer).toBe(201);
  // All requests are answered. A second SIGTERM, at least a second after the first, ends the drain period.
  const hurrying = setInterval(() => first.process.kill('SIGTERM'), 300);
  expect(await first.ended).toBe(0);
  clearInterval(hurrying);
  await expect.poll(() => isReady(url), { timeout: 60_000, intervals: [50] }).toBe(true);
  expect(second.output()).not.toContain('the database went down');
  expect(isAlive(await pidOfPostgres(folder.dataFolder))).toBe(true);
  const again = await register(url, 'lingering');
  expect(again.status).toBe(422);
  expect(await second.end()).toBe(0);
});

test('the server restarts a killed database, and no request meanwhile gets a 500', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder);
  process.kill(await pidOfPostgres(folder.dataFolder), 'SIGKILL');
  const statuses: number[] = [];
  await expect(async () => {
    const answer = await fetch(`${server.url}/api/v1/categories`);
    const ready = await fetch(`${server.url}/readyz`);
    statuses.push(answer.status, ready.status);
    if (ready.status === 503) expect(ready.headers.get('retry-after')).not.toBeNull();
    expect(ready.status).toBe(200);
    expect((await register(server.url, `after${statuses.length}`)).status).toBe(201);
  }).toPass({ timeout: 20_000, intervals: [100] });
  expect(statuses.filter((status) => status === 500)).toEqual([]);
  expect(await server.end()).toBe(0);
});

test('a start that was killed while it created the database does not block the next start', async () => {
  const killed = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) });
  await expect.poll(() => existsSync(path.join(folder.dataFolder, `database.draft-${killed.process.pid}`)), { intervals: [5] }).toBe(true);
  await killed.end('SIGKILL');
  const server = await startServer(folder.dataFolder);
  expect(await server.end()).toBe(0);
  expect(existsSync(path.join(folder.dataFolder, `database.draft-${killed.process.pid}`))).toBe(false);
});

test('a port that is in use is reported in one line, before a database is created', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const server = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
  expect(await readdir(folder.dataFolder)).toEqual([]);
  other.close();
});

test('a start finds other files in the database folder, fails, and deletes nothing', async () => {
  const mine = path.join(folder.dataFolder, 'database/my-novel.txt');
  await mkdir(path.dirname(mine));
  await writeFile(mine, 'Chapter 1');
  const server = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('holds files but no database');
  expect(await readFile(mine, 'utf8')).toBe('Chapter 1');
});

test('the command line works with and without a running server', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder);
  expect(await runMbari(folder.dataFolder, 'admin', 'create', '--username', 'ada', '--email', 'ada@example.com')).toMatchObject({
    code: 0,
  });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.end()).toBe(0);

  const granted = await runMbari(folder.dataFolder, 'plan', 'grant', 'ada');
  expect(granted).toMatchObject({ code: 0, output: expect.stringContaining('ada has the plan Premium now.') });
  expect(existsSync(path.join(folder.dataFolder, 'database/postmaster.pid'))).toBe(false);
});

test('the command line prints its usage, and the error of a wrong command', async () => {
  expect(await runMbari(folder.dataFolder, 'help')).toMatchObject({ code: 0, output: expect.stringContaining('Usage:') });
  expect(await runMbari(folder.dataFolder, 'admin', 'crown')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Unknown command "admin crown"'),
  });
  expect(await runMbari(folder.dataFolder, 'admin', 'promote', 'nobody')).toMatchObject({
    code: 1,
    output: 'There is no member "nobody".\n',
  });
});

test('the doctor reports no problem in a new folder', async () => {
  const found = await runMbari(folder.dataFolder, 'doctor');
  expect(found.output).toContain('All is well.');
  expect(found.code).toBe(0);
});

test.describe('with a filled data folder', () => {
  let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
  test.beforeEach(async () => void (folder = await makeStartedFolder()));
  test.afterEach(() => folder.remove());

  test('on SIGTERM the server reports that it is not ready, answers for DRAIN_SECONDS, and exits with 0', async () => {
    const server = await startServer(folder.dataFolder, { DRAIN_SECONDS: '3' });
    // Browsers preconnect, so a silent connection must not delay the exit.
    const silent = await openConnection(server.url.replace('localhost', '127.0.0.1'));
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { intervals: [10] }).toBe(503);
    const answer = await fetch(`${server.url}/api/v1/site`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
    expect((await silent.closed).text).toBe('');
  });

  test('photos being uploaded at SIGTERM are stored, and the server exits with 0', async () => {
    const server = await startServer(folder.dataFolder, { DRAIN_SECONDS: '0' });
    const upload = await startUpload(server.url, (await signInAsAdmin(server)).token);
    server.process.kill('SIGTERM');
    await expect.poll(() => isListening(server.url), { intervals: [20] }).toBe(false);
    await upload.finish();
    expect(await upload.status).toBe(201);
    expect(await server.ended).toBe(0);
  });

  test('a request that is unfinished when the server stops gets 503 with Retry-After', async () => {
    const server = await startServer(folder.dataFolder, { DRAIN_SECONDS: '0' });
    const answer = new Promise<unknown>((resolve, reject) => {
      const sending = request(`${server.url}/api/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 1_000, 'expect': '100-continue' },
      });
      sending.once('continue', () => server.process.kill('SIGTERM'));
      sending.once('response', ({ statusCode, headers }) => resolve([statusCode, headers['retry-after']])).once('error', reject);
      sending.flushHeaders();
    });
    expect(await answer).toEqual([503, '5']);
    expect(await server.ended).toBe(0);
  });

  test('Ctrl-C waits for running requests without a drain period, and a second Ctrl-C exits immediately', async () => {
    const server = await startServer(folder.dataFolder, { DRAIN_SECONDS: '60' });
    const upload = await startUpload(server.url, (await signInAsAdmin(server)).token);
    server.process.kill('SIGINT');
    // For one Ctrl-C, npm repeats the signal immediately.
    server.process.kill('SIGINT');
    await expect.poll(() => isListening(server.url), { intervals: [20] }).toBe(false);
    expect([server.process.exitCode, server.output()]).toEqual([null, expect.stringContaining('Stopping')]);
    const pressing = setInterval(() => server.process.kill('SIGINT'), 300);
    expect(await upload.status).toBe('cut');
    expect(await server.ended).toBe(0);
    clearInterval(pressing);
  });

  const isListening = (url: string): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );

  /** Starts uploading a photo. `finish` sends the image. */
  async function startUpload(url: string, token: string) {
    const part = (name: string): string => `--photo\r\nContent-Disposition: form-data; name="${name}"`;
    const upload = request(`${url}/api/v1/photos`, {
      method: 'POST',
      headers: { 'authorization': `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=photo', 'expect': '100-continue' },
    });
    const status = new Promise<number | 'cut'>((resolve) => {
      upload.once('response', (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', () => resolve('cut'));
    });
    await new Promise<void>((resolve) => {
      upload.once('continue', resolve);
      upload.flushHeaders();
    });
    upload.write(`${part('title')}\r\n\r\nSent while it stops\r\n${part('images[0]')}; filename="a.jpg"\r\n\r\n`);
    return {
      status,
      async finish() {
        upload.write(await photoFile(900, 600));
        upload.end('\r\n--photo--\r\n');
      },
    };
  }
});
