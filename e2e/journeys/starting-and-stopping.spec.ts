import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  copyStartedFolder,
  environmentFor,
  freePort,
  isAlive,
  makeDataFolder,
  pidOfPostgres,
  register,
  runNode,
  startServer,
} from '../server.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeEach(async () => void (folder = await makeDataFolder()));
test.afterEach(() => folder.remove());

test('one server owns a data folder, loses nothing to kill -9, and stops with its database on SIGTERM', async () => {
  await copyStartedFolder(folder.dataFolder);
  const first = await startServer(folder.dataFolder);
  await test.step('a second start on the same folder is rejected in one line', async () => {
    const second = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Mbari already serves ${folder.dataFolder} (process ${first.process.pid}, ${first.url})`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });
  await test.step('after kill -9 the next start has every acknowledged change', async () => {
    expect((await register(first.url, 'survivor')).status).toBe(201);
    await first.end('SIGKILL');
  });
  const next = await startServer(folder.dataFolder);
  const again = await register(next.url, 'survivor');
  expect(again.status).toBe(422);
  expect((await again.json()).errors.username).toBeDefined();
  await test.step('SIGTERM stops the server and its database', async () => {
    const postgres = await pidOfPostgres(folder.dataFolder);
    const start = Date.now();
    expect(await next.end('SIGTERM')).toBe(0);
    expect(Date.now() - start).toBeLessThan(10_000);
    expect(isAlive(postgres)).toBe(false);
    expect(existsSync(path.join(folder.dataFolder, 'database/postmaster.pid'))).toBe(false);
  });
});

test('the server reports all configuration errors together', async () => {
  const server = runNode(['apps/server/dist/main.js'], {
    ...environmentFor(folder.dataFolder),
    PORT: 'many',
    SMTP_URL: 'mail.example',
    RATE_LIMIT_SCALE: '-1',
  });
  expect(await server.ended).toBe(1);
  for (const name of ['PORT', 'SMTP_URL', 'RATE_LIMIT_SCALE']) expect(server.output()).toContain(name);
  expect(existsSync(path.join(folder.dataFolder, 'database'))).toBe(false);
});
