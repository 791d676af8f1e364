import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { copyStartedFolder, environmentFor, freePort, makeDataFolder, runNode, startServer } from '../server.ts';
import { isAlive, pidOfPostgres, register } from '../started-server.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeEach(async () => void (folder = await makeDataFolder()));
test.afterEach(() => folder.remove());

test('SIGTERM stops the server and its database, and it ends with 0', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder);
  const postgres = await pidOfPostgres(folder.dataFolder);
  const asked = Date.now();
  expect(await server.end('SIGTERM')).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(isAlive(postgres)).toBe(false);
  expect(existsSync(path.join(folder.dataFolder, 'database/postmaster.pid'))).toBe(false);
});

test('a second start on the same folder is refused in one line, and the first is not disturbed', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder);
  const second = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Mbari already serves ${folder.dataFolder} (process ${server.process.pid}, ${server.url})`);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});

test('after kill -9 the next start finds everything acknowledged, and may start at once', async () => {
  await copyStartedFolder(folder.dataFolder);
  const first = await startServer(folder.dataFolder);
  expect((await register(first.url, 'survivor')).status).toBe(201);
  await first.end('SIGKILL');
  const second = await startServer(folder.dataFolder);
  const again = await register(second.url, 'survivor');
  expect(again.status).toBe(422);
  expect((await again.json()).errors.username).toBeDefined();
  expect(await second.end()).toBe(0);
});

test('all that is wrong with the configuration is said at once', async () => {
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
