import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  copyStartedFolder,
  environmentFor,
  freePort,
  isAlive,
  isReady,
  makeDataFolder,
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
