import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { isNewer } from './check-update.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const release = { version: '99.1.0', released_at: '2026-12-02T00:00:00Z', notes: 'https://mbari.example/notes', is_security: true };

let file = '';
let server: Server;
let app: TestApp;
let admin: TestMember;
beforeAll(async () => {
  server = createServer((_request, response) => void (file === '' ? response.writeHead(404).end() : response.end(file)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.jws`;
  app = await startTestApp({ UPDATE_URL: url, UPDATE_KEY: publicKey.export({ format: 'jwk' }).x! });
  admin = await addTestMember(app, { role: 'admin' });
});
afterAll(async () => {
  await app.close();
  await new Promise((resolve) => server.close(resolve));
});

function signed(payload: object, key = privateKey): string {
  const text = [{ alg: 'EdDSA' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}\n`;
}

const check = async () => (await app.call('POST', '/admin/system/check-update', { token: admin.token })).json.data;

test('a file that cannot be read, or is signed by somebody else, is not believed', async () => {
  expect(await check()).toMatchObject({ version: null, failure: expect.stringContaining('answers 404') });
  for (const forged of [
    signed(release, generateKeyPairSync('ed25519').privateKey),
    'a.b.c',
    'no file',
    signed(release).replace('.', '.e30'),
  ]) {
    file = forged;
    expect(await check()).toMatchObject({ version: null, failure: 'the signature is not that of UPDATE_KEY' });
  }
  file = signed({ ...release, notes: 'javascript:alert(1)' });
  expect(await check()).toMatchObject({ version: null, failure: 'the file does not describe a release' });
});

test('a newer version is shown and measured, and an older file does not hide it', async () => {
  file = signed(release);
  const shown = { version: '99.1.0', notes: release.notes, is_security: true, failure: null };
  expect(await check()).toMatchObject(shown);
  expect((await app.call('GET', '/admin/system', { token: admin.token })).json.data.version.update).toMatchObject(shown);
  expect((await app.call('GET', `${app.url}/metrics`)).text).toContain('mbari_update_available 1\n');
  file = signed({ ...release, version: '0.0.9', released_at: '2026-12-01T00:00:00Z', is_security: false });
  expect(await check()).toMatchObject({ ...shown, failure: 'the file is older than the one read before' });
});

test.each([
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.0.9', '0.1.0', false],
  ['0.1.0', '0.1.0-dev', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
