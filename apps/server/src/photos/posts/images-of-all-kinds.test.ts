import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { dueToday } from '../../testing/daily-share.ts';
import { greedyFiles, longAnimations } from '../../testing/hostile-images.ts';
import { acceptedImages, canary, packedBombs, photoFile, refusedFiles } from '../../testing/image-files.ts';
import { listOrphanFiles } from '../../testing/posts.ts';

let app: TestApp;
let member: TestMember;
let post: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
  post = (await sent('posted', await photoFile())).json.data;
});
afterAll(() => app.close());

const ways = ['posted', 'put in place of another', 'worn as an avatar'] as const;
function sent(way: (typeof ways)[number], file: Buffer, name = 'a.jpg', type = 'image/jpeg'): Promise<TestAnswer> {
  const form = new FormData();
  const data = new Blob([new Uint8Array(file)], { type });
  if (way === 'worn as an avatar') {
    form.append('profile_image', data, name);
    return app.call('POST', '/me/profile', { token: member.token, form });
  }
  form.append('title', 'Uli');
  form.append('images[0]', data, name);
  return app.call('POST', way === 'posted' ? '/photos' : `/photos/${post.id}/update`, { token: member.token, form });
}

const uploads = (): string => path.join(app.context.config.dataFolder, 'uploads');
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
const countAll = async (): Promise<unknown> =>
  (await app.db.pool.query('select (select count(*) from photos) as posts, (select count(*) from images) as images')).rows[0];

test.each(dueToday(ways, ways.length))('every image format can be %s, without its metadata', { tags: ['sampled'] }, async (way) => {
  const taken = { ...(await acceptedImages()), ...(await longAnimations(200)), 'packed bombs': packedBombs() };
  for (const [name, file] of Object.entries(taken)) {
    const { status, json } = await sent(way, file);
    expect(status, `${name}: ${json.message}`).toBe(way === 'posted' ? 201 : 200);
    const at = way === 'worn as an avatar' ? json.data.avatar_url : json.data.image_url;
    expect((await fetch(app.url + at)).status, name).toBe(200);
  }
  for (const file of await filesIn(uploads())) expect((await readFile(file)).includes(canary), file).toBe(false);
});

test.each(dueToday(ways, ways.length))(
  'files that are not images, or are too large when decoded, cannot be %s',
  { tags: ['sampled'] },
  async (way) => {
    const before = [await countAll(), await filesIn(uploads())];
    const field = way === 'worn as an avatar' ? 'profile_image' : 'images';
    for (const [name, file] of Object.entries({ ...(await refusedFiles()), ...(await greedyFiles()) })) {
      const { status, json } = await sent(way, file);
      expect([status, json.code, Object.keys(json.errors)], name).toEqual([422, 'validation', [field]]);
      expect(json.errors[field], name).toEqual([json.message]);
      expect(json.message, name).toMatch(
        /^(?:Please select (?:image files only|an image file)|A picture |HEIC |The file is |This image format )/,
      );
    }
    expect([await countAll(), await filesIn(uploads())]).toEqual(before);
    expect(await listOrphanFiles(app)).toEqual([]);
  },
);

test('an upload ignores the name and declared type of the file', { tags: ['sampled'] }, async () => {
  const [jpeg, svg] = [await photoFile(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')];
  const outside = await filesIn(app.context.config.dataFolder);
  const names = [
    '../../x.jpg',
    'a\0.png',
    `${'n'.repeat(300)}.jpg`,
    'a\r\nSet-Cookie: x=1.jpg',
    '\u202egpj.exe',
    '🥁.jpg',
    '.htaccess',
    'CON',
    '/etc/passwd',
  ];
  const types = ['image/svg+xml', 'text/html', 'image/png', 'application/octet-stream'];
  for (const [index, name] of names.entries()) {
    expect((await sent('posted', jpeg, name, types[index % 4])).status, name).toBe(201);
    expect((await sent('posted', svg, name, types[(index + 1) % 4])).json.message, name).toBe(sentences.notImages);
  }
  const storedItems = (await filesIn(app.context.config.dataFolder)).filter((file) => !outside.includes(file));
  expect(storedItems.length).toBeGreaterThan(0);
  for (const file of storedItems)
    expect(path.relative(uploads(), file)).toMatch(/^(?<head>[0-9a-f]{2})\/\k<head>[0-9a-f]{6}-[0-9a-f-]{27}\/\d+\.(?:webp|jpeg)$/);
});

test('an image of ten megabytes is too large', { tags: ['sampled'] }, async () => {
  const large = Buffer.concat([await photoFile(), Buffer.alloc(10 * 2 ** 20)]);
  for (const way of ways) {
    const { status, json } = await sent(way, large);
    const message = way === 'worn as an avatar' ? sentences.avatarTooLarge : sentences.imageTooLarge;
    expect([status, json.code, json.message], way).toEqual([413, 'too_large', message]);
  }
});
