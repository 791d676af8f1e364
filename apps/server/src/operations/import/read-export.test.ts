import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeOfId } from '../../platform/ids.ts';
import { discourseRows as rows, plainDump, writeDiscourseBackup } from '../../testing/forum-exports.ts';
import { convertBody, imageKeys, type Translation } from './convert-body.ts';
import { readCopyBlocks, readLines } from './read-copy.ts';
import { readDiscourse } from './read-discourse.ts';
import { readNodebb } from './read-nodebb.ts';
import { Cleaner, importedId, type SourcePost, type SourceTopic } from './source.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'mbari-exports-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, 'export');
  await writeFile(file, content);
  return file;
}

async function read(reader: typeof readNodebb, file: string) {
  const [topics, posts, skipped]: [SourceTopic[], SourcePost[], string[]] = [[], [], []];
  const forum = await reader(
    file,
    {
      topic: async (topic) => void topics.push(topic),
      post: async (post) => void posts.push(post),
      skip: (kind, reason) => void skipped.push(`${kind} ${reason}`),
    },
    new Cleaner(),
  );
  return { ...forum, topics, posts, skipped };
}

describe('COPY blocks', () => {
  const copy = async (bytes: Uint8Array[], cleaner = new Cleaner()): Promise<unknown[]> => {
    const lines = readLines(
      (async function* () {
        yield* bytes;
      })(),
      cleaner,
    );
    const found: unknown[] = [];
    for await (const { values } of readCopyBlocks(lines, { words: ['id', 'text'] })) found.push({ ...values });
    return found;
  };

  test('values keep tabs, line ends, backslashes and scripts, however the bytes are cut', async () => {
    const dump = Buffer.from(
      plainDump({
        other: [{ id: 1 }],
        words: [
          { id: 1, text: 'tab\t line\n back\\slash \\N ọjọ́ صباح' },
          { id: 2, text: null },
        ],
      }),
    );
    for (const size of [1, 7, dump.length])
      expect(await copy(Array.from({ length: Math.ceil(dump.length / size) }, (_, n) => dump.subarray(n * size, (n + 1) * size)))).toEqual([
        { id: '1', text: 'tab\t line\n back\\slash \\N ọjọ́ صباح' },
        { id: '2', text: null },
      ]);
  });

  test('bytes that are not UTF-8 are replaced and counted, and too long lines are left out', async () => {
    const cleaner = new Cleaner();
    const [head, tail] = plainDump({ words: [{ id: 1, text: 'CUT' }] }).split('CUT') as [string, string];
    const long = Buffer.alloc(33 * 1024 ** 2, 0x61);
    expect(await copy([Buffer.from(head), Buffer.from([0xff]), Buffer.from('\n2\t'), long, Buffer.from(tail)], cleaner)).toEqual([
      { id: '1', text: '\ufffd' },
    ]);
    expect([cleaner.cleaned, cleaner.dropped]).toEqual([1, 1]);
  });
});

describe('bad files', () => {
  const forum = {
    users: [rows.user(1, 'ada')],
    user_emails: [rows.email(1, 'ada@example.test')],
    categories: [rows.category(5, 'General')],
    topics: [rows.topic(1, 'Hello')],
    posts: [rows.post(1, 1, 'Hello there')],
  };
  const dump = plainDump(forum);

  test.each<[string, () => string | Uint8Array, RegExp]>([
    ['an empty file', () => '', /is empty or damaged/],
    ['a dump in another format', () => 'PGDMP\u0001', /pg_restore --file/],
    ['a picture', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /not a plain file of pg_dump/],
    ['a truncated dump', () => dump.slice(0, -100), /truncated/],
    ['a truncated compressed dump', () => gzipSync(dump).subarray(0, -50), /truncated/],
    ['a damaged compressed dump', () => Buffer.concat([gzipSync(dump).subarray(0, 40), Buffer.alloc(400, 7)]), /damaged|truncated/],
    ['a dump of other software', () => plainDump({ users: forum.users }), /no COPY block of the table/],
    [
      'an older version',
      () => plainDump({ ...forum, topics: [{ id: 1, title: 'x' }] }),
      /topics has no column category_id: the export is of a version/,
    ],
  ])('%s is refused with the reason', async (_, content, message) => {
    await expect(read(readDiscourse, await write(content()))).rejects.toThrow(message);
  });

  test.each<[string, string, RegExp]>([
    ['JSON cut in a line', '{"_key":"user:1","uid":1}\n{"_key":"post:1","con', /truncated/],
    ['a JSON list', '[{"_key":"user:1"}]', /without --jsonArray/],
    ['JSON of other software', '{"title":"x"}\n', /not an export of NodeBB/],
    ['a dump of Discourse', dump, /no COPY block of the table legacy_hash/],
  ])('%s is refused as NodeBB with the reason', async (_, content, message) => {
    await expect(read(readNodebb, await write(content))).rejects.toThrow(message);
  });

  test('an archive without a dump is refused, and a truncated one', async () => {
    const file = await writeDiscourseBackup(folder, dump, { 'uploads/x.png': new Uint8Array(200_000) });
    const whole = await readFile(file);
    expect((await read(readDiscourse, file)).posts).toHaveLength(1);
    await expect(read(readDiscourse, await write(whole.subarray(0, 300)))).rejects.toThrow(/truncated/);
  });
});

test('objects of mongoexport are read like rows of PostgreSQL', async () => {
  const objects = [
    { _key: 'user:1', username: 'ada', email: 'ada@example.test', 'email:confirmed': 1, joindate: { $numberLong: '1557126489123' } },
    { _key: 'user:2', username: 'eve', email: 'eve@example.test', 'email:confirmed': 0, joindate: 1557126489123 },
    { _key: 'user:3', username: 'ann', email: 'ann@example.test', 'email:confirmed': 1, joindate: 1557126489123 },
    { _key: 'users:banned', value: '3', score: 1 },
    { _key: 'category:2', name: 'Open', order: 1, bgColor: '#36608f' },
    { _key: 'category:3', name: 'Staff', order: 2 },
    { _key: 'group:cid:2:privileges:groups:topics:read:members', value: 'registered-users', score: 1 },
    { _key: 'group:cid:3:privileges:groups:topics:read:members', value: 'administrators', score: 1 },
    { _key: 'topic:4', cid: 2, title: 'Hi', mainPid: '9', timestamp: 1557126489123, pinned: '1', locked: 0 },
    { _key: 'post:9', tid: 4, uid: 1, content: 'Ọjọ́ dára', timestamp: 1557126489123 },
    { _key: 'post:https://elsewhere.example/1', tid: 4, content: 'remote' },
  ];
  const { members, categories, topics, posts, skipped } = await read(
    readNodebb,
    await write(objects.map((object) => JSON.stringify(object)).join('\n')),
  );
  expect(members.map(({ username, email }) => [username, email])).toEqual([
    ['ada', 'ada@example.test'],
    ['eve', null],
    ['ann', null],
  ]);
  expect(categories.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ['Open', true],
    ['Staff', false],
  ]);
  expect(topics).toMatchObject([{ id: 4, title: 'Hi', opening_id: 9, is_pinned: true, is_locked: false }]);
  expect(posts).toMatchObject([{ id: 9, topic_id: 4, author_id: 1, body: 'Ọjọ́ dára', at: new Date(1557126489123) }]);
  expect(skipped).toEqual(['posts remote']);
});

test('an id is the same in each run, and another for another forum, kind or time', () => {
  const at = new Date('2019-05-06T07:08:09Z');
  const id = importedId('post', 'nodebb', { id: 5, at });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7005-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(timeOfId(id)).toEqual(at);
  expect(importedId('post', 'nodebb', { id: 5, at })).toBe(id);
  const others = [
    importedId('topic', 'nodebb', { id: 5, at }),
    importedId('post', 'discourse', { id: 5, at }),
    importedId('post', 'nodebb', { id: 5, at: new Date(0) }),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

describe('texts', () => {
  const post = '01a22dd7-9124-7005-b333-d84a30f1578a';
  const translation: Translation = {
    findPost: ({ id, topicId, number }) => (id === 12 || (topicId === 8 && number === 3) ? post : undefined),
    renamed: new Map([
      ['olu-ade', 'olu.ade'],
      ['田中さん', 'member.5'],
    ]),
    findImage: (key) => (key === '0000c513e1da04f7b4e99230851ea2aafeb8cc4e' || key === 'files/1-print.jpg' ? post : undefined),
    url: 'https://forum.example',
  };

  test.each([
    [
      '[quote="ada, post:3, topic:8"]\nWhich *paper*?\n\nReally\n[/quote]\nBaryta.',
      `> [!quote ${post}]\n> Which *paper*?\n> \n> Really\n\n\nBaryta.`,
    ],
    ['[quote="ada, post:9, topic:8"]gone[/quote]ok', '> ada:\n>\n> gone\n\nok'],
    ['[quote]a [quote="x"]b[/quote][/quote]', '> a\n> \n> > x:\n> >\n> > b'],
    ['[quote="ada"]never closed', '[quote="ada"]never closed'],
    ['![a print|690x300, 50%](upload://1Eg9p8rrCURq4T3a6iJUk0ri6.jpeg)', `![a print](photo:${post})`],
    ['<img alt="old" src="/uploads/default/original/1X/0000c513e1da04f7b4e99230851ea2aafeb8cc4e.png" width="3">', `![old](photo:${post})`],
    [
      '![x](upload://zzz.png) [file](/uploads/a.pdf)',
      '![x](https://forum.example/uploads/short-url/zzz.png) [file](https://forum.example/uploads/a.pdf)',
    ],
    [
      'Thanks @olu-ade, @田中さん and @ada; not `@olu-ade` or me@olu-ade.example',
      'Thanks @olu.ade, @member.5 and @ada; not `@olu-ade` or me@olu-ade.example',
    ],
    ['```\n@olu-ade ![x](/a.png)\n```', '```\n@olu-ade ![x](/a.png)\n```'],
  ])('Discourse’s %j becomes %j', (written, converted) => {
    expect(convertBody('discourse', written, translation)).toBe(converted);
  });

  test.each([
    ['> @ada [said](/post/12):\n>\n> Which paper?\n\nBaryta.', `> [!quote ${post}]\n> Which paper?\n\nBaryta.`],
    ['@ada sagte in [Papier](/forum/post/12):\n> Welches?\n\nBaryt.', `> [!quote ${post}]\n> Welches?\n\nBaryt.`],
    ['> ada [said](/post/13):\n>\n> gone', '> ada [said](https://forum.example/post/13):\n>\n> gone'],
    ['See [this](/post/12):\nand that', 'See [this](https://forum.example/post/12):\nand that'],
    [
      '![p](/assets/uploads/files/1-print.jpg) ![q](/assets/uploads/files/2.jpg)',
      `![p](photo:${post}) ![q](https://forum.example/assets/uploads/files/2.jpg)`,
    ],
  ])('NodeBB’s %j becomes %j', (written, converted) => {
    expect(convertBody('nodebb', written, translation)).toBe(converted);
  });

  // A pattern that backtracks would exceed the test's time limit.
  test('hostile texts are converted', () => {
    for (const part of [
      '[quote]',
      '[/quote]',
      '![',
      '`',
      '```\n',
      '<img ',
      '@',
      '](/',
      '> a](/post/',
      '[quote="',
      '~~~\n',
      'uploads/files/',
    ]) {
      const body = part.repeat(100_000 / part.length);
      for (const forum of ['discourse', 'nodebb'] as const) {
        expect(convertBody(forum, body, translation)).not.toBe('');
        imageKeys(forum, body);
      }
    }
  });
});
