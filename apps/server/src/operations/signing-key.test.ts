import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { signingKeyFile } from '../platform/adapters/signing-key.ts';
import { addTestAccount, testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp } from '../testing/app.ts';
import { openOutbox } from '../testing/mails.ts';
import { addTestTotp } from '../testing/passkeys.ts';
import { checkSigningKey, openSigningKey } from './open-signing-key.ts';
import { type Renewal, renewSigningKey } from './renew-signing-key.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-key-'));
  await app.db.pool.query('delete from installation; delete from members');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openKey = (dataFolder = folder, signingKey: Buffer | null = null): Promise<Buffer> =>
  openSigningKey(app.db, { dataFolder, signingKey });
const checkKey = (dataFolder = folder, signingKey: Buffer | null = null): Promise<string> =>
  checkSigningKey(app.db, { dataFolder, signingKey });
const renew = (signingKey: Buffer | null = null): Promise<Renewal> => renewSigningKey(app.db, { dataFolder: folder, signingKey });

test('a new installation creates one key, also when several processes start concurrently', async () => {
  expect(await checkKey()).toBe('made at the first start');
  expect(existsSync(signingKeyFile(folder))).toBe(false);
  const keys = await Promise.all(Array.from({ length: 8 }, () => openKey()));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await openKey()).toEqual(keys[0]);
  expect(await checkKey()).toBe('kept');
});

test('when two nodes without a shared folder start on a new database, one creates the key and the other asks for a copy', async () => {
  const otherFolder = await mkdtemp(path.join(tmpdir(), 'mbari-key-'));
  try {
    const answers = await Promise.allSettled([openKey(folder), openKey(otherFolder)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String((answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toContain(
      'copy it from another node',
    );
    expect([folder, otherFolder].filter((path) => existsSync(signingKeyFile(path)))).toHaveLength(1);
  } finally {
    await rm(otherFolder, { recursive: true });
  }
});

test('a missing or different key is refused and not replaced', async () => {
  const key = await openKey();
  const file = signingKeyFile(folder);
  await writeFile(file, Buffer.alloc(32, 7));
  for (const attempt of [openKey, checkKey])
    await expect(attempt()).rejects.toThrow(`${file} is not the signing key that this database was used with.`);
  await rm(file);
  for (const attempt of [openKey, checkKey]) {
    await expect(attempt()).rejects.toThrow(`${file} is missing. Restore that file from a backup`);
    expect(existsSync(file)).toBe(false);
  }
  await writeFile(file, key.subarray(0, 20));
  for (const attempt of [openKey, checkKey]) await expect(attempt()).rejects.toThrow(`${file} is damaged`);
  await writeFile(file, key);
  expect(await openKey()).toEqual(key);
});

test('a database of an earlier version accepts the existing key; with members but no key, the start is refused', async () => {
  const key = await openKey();
  await addTestMember(app);
  await app.db.pool.query('delete from installation');
  await rm(signingKeyFile(folder));
  for (const attempt of [openKey, checkKey]) await expect(attempt()).rejects.toThrow('is missing');
  await writeFile(signingKeyFile(folder), key);
  expect(await openKey()).toEqual(key);
  await writeFile(signingKeyFile(folder), Buffer.alloc(32, 7));
  await expect(openKey()).rejects.toThrow('is not the signing key');
});

test('the database stores the key’s fingerprint, not the key', async () => {
  const key = await openKey();
  const { rows } = await app.db.pool.query<{ kept: Buffer }>('select signing_key_fingerprint as kept from installation');
  expect(rows).toHaveLength(1);
  expect(rows[0]!.kept).not.toEqual(key);
});

test('renewing the key deletes everything encrypted with the old one and mails the affected members', async () => {
  const old = await openKey();
  const [member, otherMember] = [await addTestAccount(app), await addTestAccount(app)];
  await addTestTotp(app, member);
  const logIn = ({ email }: { email: string }) =>
    app.call('POST', '/auth/login', { json: { email, password: testPassword, device_name: 'web' } });
  expect((await logIn(member)).json.code).toBe('second_factor_required');

  const { members, oldKeyPath: replaced } = await renew();
  expect(members).toBe(1);
  expect(await readFile(replaced!)).toEqual(old);
  expect(await openKey()).not.toEqual(old);
  for (const account of [member, otherMember]) expect((await logIn(account)).status).toBe(200);
  expect((await app.call('GET', '/me', { token: member.token })).status, 'nobody is signed out').toBe(200);
  await runJobs(app.context);
  const mails = await openOutbox(app).take();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Two-step sign-in was turned off']]);
});

test('an interrupted renewal is refused at the next start and can be repeated', async () => {
  await openKey();
  await app.db.pool.query('update installation set signing_key_fingerprint = $1', [Buffer.alloc(32, 1)]);
  await rm(signingKeyFile(folder));
  await writeFile(`${signingKeyFile(folder)}.new`, Buffer.alloc(32, 2));
  await expect(openKey()).rejects.toThrow('is missing');
  expect(await renew()).toEqual({ members: 0, oldKeyPath: null });
  expect(await openKey()).toHaveLength(32);
  expect(await readdir(path.join(folder, 'secrets'))).toEqual(['signing-key']);
});

test('nodes without a shared folder share SIGNING_KEY, and each refuses another key', async () => {
  const otherFolder = await mkdtemp(path.join(tmpdir(), 'mbari-key-'));
  const [key, wrong] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
  try {
    expect(await Promise.all([openKey(folder, key), openKey(otherFolder, key)])).toEqual([key, key]);
    expect(
      [folder, otherFolder].filter((path) => existsSync(signingKeyFile(path))),
      'no file is made',
    ).toEqual([]);
    expect(await checkKey(otherFolder, key)).toBe('kept');
    for (const attempt of [openKey, checkKey])
      for (const path of [folder, otherFolder])
        await expect(attempt(path, wrong)).rejects.toThrow(
          'SIGNING_KEY is not the signing key that this database was used with. Set it to the previous value',
        );
    await expect(openKey(otherFolder), 'without it').rejects.toThrow(`${signingKeyFile(otherFolder)} is missing`);
  } finally {
    await rm(otherFolder, { recursive: true });
  }
});

test('SIGNING_KEY accepts the bytes of a key file, and renewal adopts a newly configured key', async () => {
  const key = await openKey();
  expect(await openKey(folder, key)).toEqual(key);
  const next = Buffer.alloc(32, 8);
  expect(await renew(next)).toEqual({ members: 0, oldKeyPath: null });
  expect(await openKey(folder, next)).toEqual(next);
  await expect(openKey(folder, key)).rejects.toThrow('SIGNING_KEY is not the signing key');
});
