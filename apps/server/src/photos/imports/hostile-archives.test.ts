import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { renameIn, zipOf } from '../../testing/archives.ts';
import { photoFile } from '../../testing/image-files.ts';
import { listItems, readImport, uploadImport } from '../../testing/imports.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const post = (uri: string) => ({ media: [{ uri, creation_timestamp: 1_500_000_000, title: uri }] });
const list = (...posts: unknown[]): Record<string, string> => ({ 'content/posts_1.json': JSON.stringify(posts) });

/** Uploads an archive and returns its outcome: the reason of its refusal, or the titles and reasons of its items. */
async function outcomeOf(bytes: Buffer, source = 'instagram'): Promise<string | [string, string | undefined][]> {
  const member = await addTestMember(app);
  const id = await uploadImport(app, member, source, [{ name: 'a.zip', bytes }]);
  const { state, problem } = await readImport(app, member, id);
  if (state === 'failed') {
    expect(await listItems(app, member, id)).toEqual([]);
    await expect(app.context.store.parts.read(id, '0-0', 0, 1)).rejects.toThrow('ENOENT');
    return problem.reason;
  }
  return (await listItems(app, member, id)).map((item) => [item.title, item.problem?.reason]);
}

const good: [string, undefined] = ['media/a.jpg', undefined];

test.each([
  ['zeros', async () => Buffer.alloc(300_000), 'importNotArchive'],
  ['random bytes', async () => randomBytes(300_000), 'importNotArchive'],
  [
    'a cut archive',
    async () => (await zipOf({ ...list(post('a.jpg')), 'a.jpg': randomBytes(9_000) })).subarray(0, 8_000),
    'importNotArchive',
  ],
  ['JSON that is no JSON', () => zipOf({ 'content/posts_1.json': '[{"media": ' }), 'importNothingFound'],
  ['JSON of another shape', () => zipOf({ 'content/posts_1.json': '{"media": [[[1]], null, {"uri": 5}]}' }), 'importNothingFound'],
  ['JSON that is too deep', () => zipOf({ 'content/posts_1.json': '['.repeat(5_000) + ']'.repeat(5_000) }), 'importNothingFound'],
  ['an archive without a list', async () => zipOf({ 'a.jpg': await photoFile() }), 'importNothingFound'],
  ['an empty archive', () => zipOf({}), 'importNothingFound'],
] as const)('%s is refused', async (_name, make, reason) => expect(await outcomeOf(await make())).toBe(reason));

test('an archive whose directory points beyond its end is refused', async () => {
  const bytes = await zipOf({ ...list(post('a.jpg')), 'a.jpg': await photoFile() });
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  bytes.writeUInt32LE(bytes.length + 1_000_000, end + 16);
  expect(await outcomeOf(bytes)).toBe('importArchiveDamaged');
});

test('a list that needs too much memory ends its process, not the job', async () => {
  const objects = `[${'{"a":{}},'.repeat(3_400_000)}{}]`;
  expect(await outcomeOf(await zipOf({ 'content/posts_1.json': { bytes: objects, store: true } }))).toBe('importTooHard');
});

test('an archive with too many files is refused', async () => {
  const bytes = await zipOf({ ...list(post('a.jpg')), 'a.jpg': 'x' });
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const last = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  // The last file, listed again and again.
  const repeated = Buffer.concat(Array.from({ length: 50_000 }, () => bytes.subarray(last, end)));
  const tail = Buffer.from(bytes.subarray(end));
  tail.writeUInt16LE(50_002, 8);
  tail.writeUInt16LE(50_002, 10);
  tail.writeUInt32LE(tail.readUInt32LE(12) + repeated.length, 12);
  expect(await outcomeOf(Buffer.concat([bytes.subarray(0, end), repeated, tail]))).toBe('importTooManyFiles');
});

test.each([
  ['../../a.jpg', 'xx/xx/a.jpg'],
  ['/etc/passwd', 'xetc/passwd'],
  ['c:/autoexec', 'cx/autoexec'],
  ['a\\..\\b.x', 'axyyxb.x'],
])('a file named %s is left out', async (name, placeholder) => {
  const bytes = await zipOf({ ...list(post('media/a.jpg')), 'media/a.jpg': await photoFile(), [placeholder]: 'x' });
  expect(await outcomeOf(renameIn(bytes, placeholder, name))).toEqual([good, [name, 'importPathUnsafe']]);
});

test('symbolic links, encrypted files, bombs and videos are left out with their reasons', async () => {
  const files = {
    ...list(post('media/a.jpg'), post('media/link.jpg'), post('media/bomb.jpg'), post('media/film.mp4'), post('media/huge.jpg')),
    'media/a.jpg': await photoFile(),
    'media/link.jpg': { bytes: '/etc/passwd', mode: 0o120777 },
    'media/bomb.jpg': Buffer.alloc(8 * 1024 * 1024),
    'media/film.mp4': 'film',
    'media/huge.jpg': Buffer.alloc(41 * 1024 * 1024, 'photo'),
  };
  expect(new Map((await outcomeOf(await zipOf(files))) as [string, string][])).toEqual(
    new Map([
      good,
      ['media/link.jpg', 'importLink'],
      ['media/bomb.jpg', 'importBomb'],
      ['media/film.mp4', 'importVideo'],
      ['media/huge.jpg', 'importBomb'],
    ]),
  );
});

test('an image that lies about its size or is no image is left out, and the others stay', async () => {
  const bytes = await zipOf({
    ...list(post('media/a.jpg'), post('media/b.jpg'), post('media/c.jpg')),
    'media/a.jpg': await photoFile(),
    'media/b.jpg': 'no image at all',
    'media/c.jpg': Buffer.alloc(500, 'c'),
  });
  // The sizes in the directory come 24 bytes after the signature of an entry, whose name follows 22 bytes later.
  const name = bytes.lastIndexOf('media/c.jpg');
  bytes.writeUInt32LE(7, name - 22);
  expect(await outcomeOf(bytes)).toEqual([good, ['media/b.jpg', 'notImages'], ['media/c.jpg', 'imageDamaged']]);
});

test('a name in another encoding is read, and a repeated id is imported once', async () => {
  const bytes = await zipOf({ 'photos.csv': 'file,title\ncafx.jpg,One\ncafx.jpg,Two', 'cafx.jpg': await photoFile() });
  const csv = renameIn(bytes, 'cafx.jpg', Buffer.from('caf\xe9.jpg', 'latin1'));
  expect(await outcomeOf(csv, 'folder')).toEqual([
    ['One', 'importImageMissing'],
    ['Two', 'importDuplicate'],
    ['café', undefined],
  ]);
  expect(await outcomeOf(bytes, 'folder')).toEqual([
    ['One', undefined],
    ['Two', 'importDuplicate'],
  ]);
});

test('addresses of servers that admins do not allow are not fetched', async () => {
  await app.db.run(`update site_settings set import_hosts = 'pix.example, other.example'`);
  app.context.site.forget();
  const status = (id: string, url: string) => ({ id, content: id, media_attachments: [{ type: 'image', url }] });
  const statuses = [
    status('1', 'https://evil.example/a.jpg'),
    status('2', 'http://pix.example/a.jpg'),
    status('3', 'https://pix.example:8080/a.jpg'),
    status('4', 'https://pix.example@evil.example/a.jpg'),
    status('5', 'file:///etc/passwd'),
    // Allowed, but its name leads nowhere public.
    status('6', 'https://pix.example/a.jpg'),
  ];
  const outcome = await outcomeOf(await zipOf({ 'statuses.json': JSON.stringify(statuses) }), 'pixelfed');
  expect(outcome).toEqual([...['1', '2', '3', '4', '5'].map((id) => [id, 'importHostNotAllowed']), ['6', 'importNotFetched']]);
  await app.db.run('update site_settings set import_hosts = null');
});
