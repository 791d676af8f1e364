import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { compress } from './compress.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
  for (const _ of [1, 2, 3]) await addTestPhoto(app, member);
});
afterAll(() => app.close());

const read = (path: string, accepts?: string): Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${member.token}`, ...(accepts !== undefined && { 'accept-encoding': accepts }) };
    request(`${app.url}/api/v1${path}`, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ encoding: response.headers['content-encoding'], vary: response.headers.vary, body });
    })
      .on('error', reject)
      .end();
  });

test('a list is compressed if the client accepts it', async () => {
  const plain = await read('/photos');
  expect(plain.encoding).toBeUndefined();
  for (const [accepts, encoding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['GZIP;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await read('/photos', accepts);
    expect([answer.encoding, answer.vary]).toEqual([encoding, 'accept-encoding']);
    expect(decode(answer.body).toString()).toBe(plain.body.toString());
    expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  }
  expect((await read('/photos', 'identity')).encoding).toBeUndefined();
});

test('short responses are not compressed', async () => {
  expect((await read('/forum/notifications', 'br')).encoding).toBeUndefined();
});

test('any body is unchanged after decompression', async () => {
  const line = 'Sọ́ àdìrẹ nínú èlú. ';
  for (const length of [2_000, 60_000, 256 * 1024, 256 * 1024 + 1, 6_000_000]) {
    const text = line.repeat(Math.ceil(length / line.length)).slice(0, length);
    for (const body of [text, Buffer.from(text)]) {
      for (const [accepts, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const)
        expect(decode((await compress(body, accepts))!.bytes).toString() === text).toBe(true);
    }
  }
});
