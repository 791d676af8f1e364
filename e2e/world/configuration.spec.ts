import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startPlainProxy } from '../../apps/server/src/testing/plain-proxy.ts';
import { copyStartedFolder, environmentFor, freePort, makeDataFolder, runNode, startServer } from '../server.ts';

const main = path.join(import.meta.dirname, '../../apps/server/dist/main.js');

async function register(url: string): Promise<void> {
  const json = { name: 'Ngozi', username: 'ngozi', email: 'ngozi@example.com', country_code: '+234', phone: '8012345678' };
  const passwords = { password: 'a-long-password', password_confirmation: 'a-long-password' };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/auth/register`, { method: 'POST', headers, body: JSON.stringify({ ...json, ...passwords }) });
  expect(answer.status).toBe(201);
}

const messagesOf = (server: { output(): string }): string[] =>
  server
    .output()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeEach(async () => void (folder = await makeDataFolder()));
test.afterEach(() => folder.remove());

test('a .env that is a folder is reported in one line', async () => {
  const workingFolder = await mkdtemp(path.join(tmpdir(), 'mbari-env-'));
  await mkdir(path.join(workingFolder, '.env'));
  const server = runNode([main], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) }, { cwd: workingFolder });
  expect(await server.ended).toBe(1);
  expect(messagesOf(server)).toEqual([`${path.join(workingFolder, '.env')} is a folder instead of a file.`]);
  await rm(workingFolder, { recursive: true });
});

test('a data folder that can store no files is refused', async () => {
  test.skip(process.platform !== 'linux', 'only Linux has /proc');
  const server = runNode([main], { ...environmentFor('/proc/mbari'), PORT: String(await freePort()) });
  expect(await server.ended).toBe(1);
  // Another user than root may not write there anyway.
  expect(server.output()).toMatch(/MBARI_DATA cannot be used\. \/proc\/? (?:does not store files|may not be read or written)/);
});

test('several wrong settings are reported together, each with its place', async () => {
  const workingFolder = await mkdtemp(path.join(tmpdir(), 'mbari-env-'));
  await writeFile(
    path.join(workingFolder, '.env'),
    'PORT=many\nRATE_LIMIT_SCALE="none" # not heeded: the environment wins\n\nSMPT_URL=smtp://mail.example\n',
  );
  const server = runNode([main], { ...environmentFor(folder.dataFolder), HOST: 'http://0.0.0.0' }, { cwd: workingFolder });
  expect(await server.ended).toBe(1);
  const [message = ''] = messagesOf(server);
  expect(message.split('\n')).toEqual([
    'The configuration cannot be used:',
    expect.stringContaining('- .env, line 1: PORT is "many"'),
    expect.stringContaining('- environment: HOST is "http://0.0.0.0"'),
    '- .env, line 4: SMPT_URL is not a setting. Did you mean SMTP_URL?',
  ]);
  await rm(workingFolder, { recursive: true });
});

test('on a public address the start reports where mails are stored, and prints none of their links', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder, { PUBLIC_URL: 'https://mbari.example', TRUST_PROXY: 'loopback' });
  const outbox = path.join(folder.dataFolder, 'outbox');
  expect(server.output()).toContain(`each one stays a file in ${outbox} that only you can read. Set SMTP_URL`);
  const proxy = await startPlainProxy(server.url, { host: 'mbari.example' });
  await register(proxy.url);
  await proxy.close();
  await expect.poll(() => readdir(outbox).catch(() => []), { timeout: 60_000 }).toHaveLength(1);
  // Ending the server ends the job, so its output is complete.
  expect(await server.end()).toBe(0);
  expect(server.output()).not.toMatch(/email\/verify|ngozi@example\.com/);
});

test('an installation on localhost prints the link of each mail', async () => {
  await copyStartedFolder(folder.dataFolder);
  const server = await startServer(folder.dataFolder);
  await register(server.url);
  await expect.poll(() => server.output(), { timeout: 60_000 }).toMatch(/Mail to ngozi@example\.com: .+\n.+\/api\/v1\/email\/verify\//);
  expect(server.output()).not.toContain('SMTP_URL');
  expect(await server.end()).toBe(0);
});
