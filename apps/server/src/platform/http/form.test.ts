import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { photoFile } from '../../testing/image-files.ts';

let app: TestApp;
let member: TestMember;
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  image = await photoFile();
});
beforeEach(async () => void (member = await addTestMember(app, { plan_name: 'Premium' })));
afterAll(() => app.close());

const leftovers = async (): Promise<string[]> =>
  (
    await Promise.all(
      ['.incoming', '.drafts'].map((name) => readdir(path.join(app.context.config.dataFolder, 'uploads', name)).catch(() => [])),
    )
  ).flat();

const photosOf = async (): Promise<number> =>
  Number((await app.db.pool.query('select count(*) from photos where member_id = $1', [member.id])).rows[0].count);

const boundary = 'the-boundary';
const part = (headers: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const field = (name: string, value: string): Buffer => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, body: Buffer = image): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg`, body);
const end = Buffer.from(`--${boundary}--\r\n`);
const title = field('title', 'Masquerade');

async function send(body: Buffer, contentType = `multipart/form-data; boundary=${boundary}`): Promise<{ status: number; code: string }> {
  const response = await fetch(`${app.url}/api/v1/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

const hostile: [string, () => Buffer, string?][] = [
  ['no boundary', () => Buffer.concat([title, file('images[0]'), end]), 'multipart/form-data'],
  ['an empty boundary', () => Buffer.concat([title, file('images[0]'), end]), 'multipart/form-data; boundary='],
  ['another boundary than it says', () => Buffer.concat([title, file('images[0]'), end]), 'multipart/form-data; boundary=other'],
  ['no final boundary', () => Buffer.concat([title, file('images[0]')])],
  ['an end in the middle of a file', () => Buffer.concat([title, file('images[0]')]).subarray(0, -300)],
  ['an end in the middle of a header', () => Buffer.from(`--${boundary}\r\nContent-Dispo`)],
  ['no body', () => Buffer.alloc(0)],
  ['nothing but the end', () => end],
  [
    'a thousand parts',
    () => Buffer.concat([...Array.from({ length: 1000 }, (_, index) => field(`a${index}`, 'x')), title, file('images[0]'), end]),
  ],
  ['a far index', () => Buffer.concat([title, file('images[999999]'), end])],
  ['a far index of a text', () => Buffer.concat([title, field('alt[999999]', 'x'), file('images[0]'), end])],
  ['a prototype as index', () => Buffer.concat([title, file('images[__proto__]'), end])],
  ['a prototype as name', () => Buffer.concat([title, file('__proto__'), end])],
  ['an empty name', () => Buffer.concat([title, file(''), end])],
  ['a file without a name', () => Buffer.concat([title, part('Content-Disposition: form-data; filename="a.jpg"', image), end])],
  ['one picture twice', () => Buffer.concat([title, file('images[0]'), file('images[0]'), end])],
  ['one text twice', () => Buffer.concat([title, title, file('images[0]'), end])],
  ['a text of a megabyte', () => Buffer.concat([field('title', 'x'.repeat(2 ** 20)), file('images[0]'), end])],
  [
    'headers of a megabyte',
    () => Buffer.concat([part(`Content-Disposition: form-data; name="title"\r\nX-A: ${'x'.repeat(2 ** 20)}`, 'x'), end]),
  ],
  ['a NUL in the title', () => Buffer.concat([field('title', 'a\0b'), file('images[0]'), end])],
  ['a file of no bytes', () => Buffer.concat([title, file('images[0]', Buffer.alloc(0)), end])],
  ['four pictures', () => Buffer.concat([title, ...[0, 1, 2, 3].map((index) => file(`images[${index}]`)), end])],
  [
    'a form within the form',
    () =>
      Buffer.concat([
        title,
        part('Content-Disposition: form-data; name="images[0]"\r\nContent-Type: multipart/mixed; boundary=x', '--x\r\n\r\nhi\r\n--x--'),
        end,
      ]),
  ],
];

test.each(hostile)('a form with %s is refused and leaves no files', async (_name, body, contentType) => {
  const { status, code } = await send(body(), contentType);
  expect([400, 413, 422], `${status} ${code}`).toContain(status);
  expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
  expect(await leftovers()).toEqual([]);
  expect(await photosOf()).toBe(0);
});

test('a long preamble and an epilogue are ignored', async () => {
  const { status } = await send(
    Buffer.concat([Buffer.alloc(2 ** 20, 'x\r\n'), Buffer.from('\r\n'), title, file('images[0]'), end, Buffer.from('after')]),
  );
  expect(status).toBe(201);
  expect(await leftovers()).toEqual([]);
});

test('the file name given by the client is ignored', async () => {
  const partNamed = (name: string): Buffer =>
    part(`Content-Disposition: form-data; name="images[0]"; filename="${name}"\r\nContent-Type: text/html`, image);
  for (const name of ['../../../etc/x', 'a\u0000.png', 'x'.repeat(300), '.htaccess', 'CON', '\u202egnp.exe'])
    expect((await send(Buffer.concat([title, partNamed(name), end]))).status, name).toBe(201);
});

test('an empty file input counts as no file', async () => {
  const empty = (name: string): Buffer =>
    part(`Content-Disposition: form-data; name="${name}"; filename=""\r\nContent-Type: application/octet-stream`);
  expect(
    (await send(Buffer.concat([title, empty('images[0]'), file('images[1]'), empty('images[2]'), file('images[3]'), end]))).status,
  ).toBe(201);
  expect((await send(Buffer.concat([title, empty('images[0]'), end]))).status).toBe(422);
  expect(await leftovers()).toEqual([]);
});

test('an image of ten megabytes is refused, and the client gets the response', { tags: ['world'] }, async () => {
  const { status, code } = await send(Buffer.concat([title, file('images[0]', Buffer.alloc(10 * 2 ** 20, 1)), end]));
  expect({ status, code }).toEqual({ status: 413, code: 'too_large' });
  const huge = await send(Buffer.concat([title, file('images[0]', Buffer.alloc(40 * 2 ** 20, 1)), end]));
  expect(huge).toEqual({ status: 413, code: 'too_large' });
  expect(await leftovers()).toEqual([]);
});

test('clients that disconnect during an upload leave no files', async () => {
  const body = Buffer.concat([title, file('images[0]', Buffer.alloc(512 * 1024, 7)), end]);
  const head = `POST /api/v1/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const cuts = Array.from({ length: 9 }, (_, index) => index * 64 * 1024 + 1);
  await Promise.all(
    cuts.map(
      (cut) =>
        new Promise<void>((resolve) => {
          const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => {
            socket.write(head);
            socket.write(body.subarray(0, cut), () => socket.destroy());
          });
          socket.on('error', () => {});
          socket.on('close', () => resolve());
        }),
    ),
  );
  await expect.poll(leftovers).toEqual([]);
  expect(await photosOf()).toBe(0);
  expect((await send(Buffer.concat([title, file('images[0]'), end]))).status).toBe(201);
});

test('a body that is not a form, or is compressed, is refused before it is read', async () => {
  expect((await send(Buffer.from('{}'), 'application/json')).status).toBe(415);
  expect((await send(Buffer.from('title=x'), 'application/x-www-form-urlencoded')).status).toBe(415);
  const packed = await app.call('POST', '/photos', { token: member.token, form: new FormData(), headers: { 'content-encoding': 'gzip' } });
  expect(packed.status).toBe(415);
});
