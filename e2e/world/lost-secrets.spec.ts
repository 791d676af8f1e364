import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { connectionTo } from '../../apps/server/src/platform/db/embedded/launcher.ts';
import { environmentFor, freePort, makeStartedFolder, runMbari, runNode, startServer } from '../server.ts';

let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
test.beforeEach(async () => void (folder = await makeStartedFolder()));
test.afterEach(() => folder.remove());

const secret = (name: string): string => path.join(folder.dataFolder, 'secrets', name);

/** Starts the server, which must fail and stop its database, and returns the last line of its output. */
async function refusedStart(): Promise<string> {
  const server = runNode(['apps/server/dist/main.js'], { ...environmentFor(folder.dataFolder), PORT: String(await freePort()) });
  expect(await server.ended).toBe(1);
  expect(existsSync(path.join(folder.dataFolder, 'database/postmaster.pid'))).toBe(false);
  const lines = server.output().trim().split('\n');
  expect(lines.length, server.output()).toBeLessThanOrEqual(3);
  return lines.at(-1)!;
}

const addSecondStep = `
  with ada as (select id from members where username = 'ada')
  insert into totp_secrets (member_id, sealed_secret, confirmed_at) select id, 'sealed', now() from ada`;

async function query(sql: string): Promise<void> {
  const client = new pg.Client(await connectionTo(folder.dataFolder));
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('without its signing key a community does not start, and a new key is created only after confirmation', async () => {
  const made = await runMbari(folder.dataFolder, 'admin', 'create', '--username', 'ada', '--email', 'ada@example.com');
  expect(made.code, made.output).toBe(0);
  const server = await startServer(folder.dataFolder);
  await query(addSecondStep);
  const busy = await runMbari(folder.dataFolder, 'signing-key', 'renew', '--turn-off-second-steps');
  expect(busy).toMatchObject({ code: 1, output: expect.stringContaining('Mbari is running on this database.') });
  expect(await server.end()).toBe(0);

  const key = await readFile(secret('signing-key'));
  await rm(secret('signing-key'));
  expect(await refusedStart()).toContain(`${secret('signing-key')} is missing. Restore that file from a backup`);
  const command = await runMbari(folder.dataFolder, 'second-step', 'off', 'ada');
  expect(command).toMatchObject({ code: 1, output: expect.stringContaining('is missing') });
  const found = await runMbari(folder.dataFolder, 'doctor');
  expect(found).toMatchObject({ code: 1, output: expect.stringMatching(/^BAD {2}signing key: .* is missing/m) });
  const asked = await runMbari(folder.dataFolder, 'signing-key', 'renew');
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('turned off for 1 member:') });
  expect(existsSync(secret('signing-key'))).toBe(false);

  const renewed = await runMbari(folder.dataFolder, 'signing-key', 'renew', '--turn-off-second-steps');
  expect(renewed).toMatchObject({ code: 0, output: expect.stringContaining('turned off for 1 member.') });
  const again = await startServer(folder.dataFolder);
  expect(await again.end()).toBe(0);
  await writeFile(secret('signing-key'), key);
  expect(await refusedStart()).toContain('is not the signing key that this database was used with');
});

test('a damaged database password is reported in one line and can be replaced', async () => {
  const server = await startServer(folder.dataFolder);
  expect(await server.end()).toBe(0);
  const whole = await readFile(secret('database-password'), 'utf8');
  for (const damaged of ['', whole.slice(0, 12)]) {
    await writeFile(secret('database-password'), damaged);
    const said = await refusedStart();
    expect(said).toContain(secret('database-password'));
    expect(said).toContain('npm run mbari -- database-password renew');
  }
  expect(await runMbari(folder.dataFolder, 'database-password', 'renew')).toMatchObject({ code: 0 });
  const again = await startServer(folder.dataFolder);
  expect(await again.end()).toBe(0);
});
