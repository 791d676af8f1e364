import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { openConnection } from '../../apps/server/src/testing/http-client.ts';
import { photoFile } from '../../apps/server/src/testing/image-files.ts';
import { signInAsAdmin } from '../admin.ts';
import { makeStartedFolder, startServer } from '../server.ts';

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
