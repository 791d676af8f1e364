import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { discourseRows as rows, plainDump, writeDiscourseBackup } from '../../testing/forum-exports.ts';
import { addTestUpload, wrongTopicCounts } from '../../testing/forum.ts';
import { photoFile } from '../../testing/image-files.ts';
import { openOutbox } from '../../testing/mails.ts';
import { importForum, type ImportOptions } from './import-forum.ts';
import { inviteImported } from './import-members.ts';

let app: TestApp;
let folder: string;
beforeEach(async () => void (app = await startTestApp()));
afterEach(() => app.close());
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'mbari-imports-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const sample = path.join(import.meta.dirname, '../../testing/nodebb.sql');

const run = (options: Partial<ImportOptions> & Pick<ImportOptions, 'forum' | 'file'>) =>
  importForum(app.context, {
    uploads: null,
    url: null,
    isDryRun: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });

const count = async (table: 'members' | 'forum_topics' | 'forum_posts' | 'notifications' | 'images'): Promise<number> =>
  (await app.db.pool.query(`select from ${table}`)).rowCount!;

const posts = () =>
  app.db.rows<{ title: string; number: number; username: string | null; body: string; reply_to: number | null }>(
    `select t.title, p.number, m.username, p.body, a.number as reply_to
       from forum_posts p join forum_topics t on t.id = p.topic_id left join members m on m.id = p.author_id left join forum_posts a on a.id = p.reply_to_id
      order by t.created_at, t.id, p.number`,
  );

/** A small Discourse with everything that an import leaves out. */
const sha1 = '0000c513e1da04f7b4e99230851ea2aafeb8cc4e';
const discourse = {
  users: [
    rows.user(-1, 'system'),
    rows.user(1, 'Ada', { name: 'Ada Obi' }),
    rows.user(2, 'admin'),
    rows.user(3, 'eve', { active: false }),
    rows.user(4, 'gone', { suspended_till: '2200-01-01 00:00:00' }),
    rows.user(5, 'lurker'),
    rows.user(6, 'spammer', { active: false }),
  ],
  user_emails: [1, 2, 3, 4, 5, 6].map((id) => rows.email(id, `user${id}@example.test`)),
  categories: [
    rows.category(5, 'General'),
    rows.category(6, 'Staff', { read_restricted: true }),
    rows.category(7, 'General', { parent_category_id: 5 }),
  ],
  topics: [
    rows.topic(1, 'Which paper?', { closed: true, pinned_at: '2019-05-06 08:00:00' }),
    rows.topic(2, 'A private canary', { archetype: 'private_message', category_id: null }),
    rows.topic(3, 'A deleted canary', { deleted_at: '2020-01-01 00:00:00' }),
    rows.topic(4, 'A staff canary', { category_id: 6 }),
    rows.topic(5, 'An unlisted canary', { visible: false }),
    rows.topic(6, 'Second', { category_id: 7, created_at: '2019-06-01 00:00:00' }),
  ],
  posts: [
    rows.post(10, 1, 'I print on **what**?\n\n![print](upload://1Eg9p8rrCURq4T3a6iJUk0ri6.jpeg)'),
    rows.post(11, 1, '[quote="Ada, post:1, topic:1"]\nI print\n[/quote]\nBaryta, @Ada.', {
      user_id: 2,
      post_number: 2,
      reply_to_post_number: 1,
    }),
    rows.post(12, 1, 'whispered canary', { post_number: 3, post_type: 4 }),
    rows.post(13, 1, 'hidden canary', { post_number: 4, hidden: true }),
    rows.post(14, 1, 'deleted canary', { post_number: 5, deleted_at: '2020-01-01 00:00:00' }),
    rows.post(15, 1, 'closed automatically', { post_number: 6, user_id: -1, post_type: 3 }),
    rows.post(16, 1, 'Late answer by @admin', { post_number: 7, user_id: 3, version: 2 }),
    ...[2, 3, 4, 5].map((topic) => rows.post(20 + topic, topic, 'canary')),
    rows.post(30, 6, 'Hello', { user_id: 4 }),
    rows.post(31, 6, ' ', { user_id: 4, post_number: 2 }),
    rows.post(32, 6, 'Of a deleted account', { user_id: 99, post_number: 3 }),
    rows.post(60, 77, 'canary of a topic that the dump lacks'),
  ],
  discourse_solved_solved_topics: [{ id: 1, topic_id: 1, answer_post_id: 11 }],
};

describe('a backup of Discourse', () => {
  let file: string;
  beforeAll(async () => {
    const image = await photoFile();
    file = await writeDiscourseBackup(folder, plainDump(discourse), {
      [`uploads/default/original/1X/${sha1}.jpeg`]: image,
      [`../../uploads/default/original/1X/${'a'.repeat(40)}.jpeg`]: image,
      '/etc/passwd': new Uint8Array(3),
    });
  });

  test('becomes categories, topics, posts and members, without what not every member there could read', async () => {
    const report = await run({ forum: 'discourse', file });
    expect(await posts()).toEqual([
      {
        title: 'Which paper?',
        number: 1,
        username: 'ada',
        body: expect.stringMatching(/^I print on \*\*what\*\*\?\n\n!\[print\]\(photo:[0-9a-f-]{36}\)$/),
        reply_to: null,
      },
      {
        title: 'Which paper?',
        number: 2,
        username: 'member.2',
        body: expect.stringMatching(/^> \[!quote [0-9a-f-]{36}\]\n> I print\n\n\nBaryta, @Ada\.$/),
        reply_to: 1,
      },
      { title: 'Which paper?', number: 3, username: 'eve', body: 'Late answer by @member.2', reply_to: null },
      { title: 'Second', number: 1, username: 'gone', body: 'Hello', reply_to: null },
      { title: 'Second', number: 2, username: null, body: 'Of a deleted account', reply_to: null },
    ]);
    expect(
      JSON.stringify(await app.db.rows('select to_jsonb(t) as row from forum_topics t union all select to_jsonb(p) from forum_posts p')),
    ).not.toContain('canary');
    const [topic] = await app.db.rows(
      `select c.name, t.created_at, t.locked_at is not null as locked, t.pinned_at is not null as pinned, s.number as solved, v.views_count
         from forum_topics t join forum_categories c on c.id = t.category_id join forum_posts s on s.id = t.solved_post_id join forum_topic_views v on v.topic_id = t.id`,
    );
    expect(topic).toEqual({
      name: 'General',
      created_at: new Date('2019-05-06T07:08:09.123Z'),
      locked: true,
      pinned: true,
      solved: 2,
      views_count: 7,
    });
    expect(report).toMatchObject({
      members: { added: 5, left: 1, unclaimable: 2, renamed: [{ from: 'admin', to: 'member.2' }] },
      categories: { added: ['General', 'General: General'], closed: ['Staff'] },
      topics: 2,
      posts: 5,
      images: { stored: 1, wanted: 1 },
    });
    const skipped = Object.fromEntries(report.skipped.map(({ kind, reason, count: number }) => [`${kind} ${reason}`, number]));
    expect(skipped).toEqual({
      ...{ 'topics private': 1, 'topics deleted': 1, 'topics hidden': 1, 'topics closed_category': 1 },
      ...{ 'posts private': 1, 'posts deleted': 2, 'posts hidden': 3, 'posts closed_category': 1, 'posts system': 1 },
      ...{ 'posts empty': 1, 'posts no_topic': 1 },
    });
    expect(await wrongTopicCounts(app)).toEqual([]);
    expect(await count('notifications')).toBe(0);
  });

  test('is read by members: texts, images, the answer and the author’s profile', async () => {
    const { token, id } = await addTestMember(app);
    const { id: foreign } = await addTestUpload(app, { id });
    const naming = {
      ...discourse,
      posts: [...discourse.posts, rows.post(50, 6, `Not mine: ![x](photo:${foreign})`, { user_id: 4, post_number: 9 })],
    };
    await run({
      forum: 'discourse',
      file: await writeDiscourseBackup(folder, plainDump(naming), { [`uploads/default/original/1X/${sha1}.jpeg`]: await photoFile() }),
    });
    const [topic] = (await app.call('GET', '/forum/topics?category=general', { token })).json.data;
    expect(topic).toMatchObject({ title: 'Which paper?', posts_count: 3, is_locked: true, is_pinned: true, is_solved: true });
    const { data } = (await app.call('GET', `/forum/topics/${topic.id}/posts`, { token })).json;
    expect(data[0].body_html).toMatch(/<img [^>]*src=/);
    expect(data[1].body_html).toContain('user/ada');
    expect((await app.call('GET', '/users/ada', { token })).status).toBe(200);
    const other = (await app.call('GET', '/forum/topics?category=general-general', { token })).json.data[0];
    const text = (await app.call('GET', `/forum/topics/${other.id}/posts`, { token })).json.data.at(-1).body_html;
    expect(text).toMatch(/^<p>Not mine: (?!.*<img)/);
    expect((await app.call('GET', `/forum/topics/${other.id}/images`, { token })).json.data).toEqual([]);
  });

  test('a dry run reports the same and writes nothing', async () => {
    const planned = await run({ forum: 'discourse', file, isDryRun: true });
    expect([await count('members'), await count('forum_topics'), await count('images')]).toEqual([0, 0, 0]);
    expect(await app.db.rows('select from forum_categories')).toHaveLength(5);
    const { images, ...report } = await run({ forum: 'discourse', file });
    expect(planned).toEqual({ ...report, images: { stored: 0, wanted: images.wanted } });
  });

  test('a repeated run adds nothing, and brings nothing back that was deleted since', async () => {
    await run({ forum: 'discourse', file });
    const before = await posts();
    await app.db.run(`delete from forum_topics where title = 'Second'`);
    await app.db.run(`update forum_categories set name = 'Talk', slug = 'talk' where slug = 'general'`);
    await app.db.run(`insert into former_forum_category_slugs select 'general', id from forum_categories where slug = 'talk'`);
    const report = await run({ forum: 'discourse', file });
    expect(report).toMatchObject({ members: { added: 0, earlier: 5 }, topics: 0, posts: 0, earlierPosts: 5, categories: { added: [] } });
    expect(await posts()).toEqual(before.filter(({ title }) => title !== 'Second'));
    expect(await count('images')).toBe(1);
  });

  test('a newer backup adds its new posts after those written here', async () => {
    await run({ forum: 'discourse', file });
    const { token } = await addTestMember(app);
    const [topic] = (await app.call('GET', '/forum/topics?category=general-general', { token })).json.data;
    expect((await app.call('POST', `/forum/topics/${topic.id}/posts`, { token, json: { body: 'Written here' } })).status).toBe(201);
    const newer = {
      ...discourse,
      posts: [...discourse.posts, rows.post(33, 6, 'Written there', { post_number: 4, created_at: '2021-01-01 00:00:00' })],
    };
    const report = await run({ forum: 'discourse', file: await writeDiscourseBackup(folder, plainDump(newer)) });
    expect([report.posts, (await posts()).slice(3).map(({ number, body }) => [number, body.slice(0, 13)])]).toEqual([
      1,
      [
        [1, 'Hello'],
        [2, 'Of a deleted '],
        [3, 'Written here'],
        [4, 'Written there'],
      ],
    ]);
    expect(await wrongTopicCounts(app)).toEqual([]);
  });

  test('members with the same verified address are linked and not changed, and taken usernames get a suffix', async () => {
    const owner = await addTestMember(app, { username: 'somebody', email: 'user5@example.test', name: 'Own name' });
    const pending = await addTestMember(app, { username: 'pending', email: 'user2@example.test', email_verified_at: null });
    await addTestMember(app, { username: 'ada' });
    await addTestMember(app, { username: 'ada_2' });
    const linked = { ...discourse, posts: [...discourse.posts, rows.post(40, 6, 'By the owner', { user_id: 5, post_number: 9 })] };
    const report = await run({ forum: 'discourse', file: await writeDiscourseBackup(folder, plainDump(linked)) });
    expect(report.members).toMatchObject({
      linked: 1,
      renamed: [
        { from: 'Ada', to: 'ada_3' },
        { from: 'admin', to: 'member.2' },
      ],
    });
    expect((await posts()).at(-1)).toMatchObject({ username: 'somebody', body: 'By the owner' });
    expect((await posts())[1]!.body).toContain('Baryta, @ada_3.');
    expect(await app.db.row('select name, email_verified_at from members where id = $1', [owner.id])).toMatchObject({ name: 'Own name' });
    expect(await app.db.row('select email_verified_at from members where id = $1', [pending.id])).toEqual({ email_verified_at: null });
  });

  test('a member who awaits approval with the same address gets the posts', async () => {
    const awaiting = await addTestMember(app, { email: 'user1@example.test', email_verified_at: null, awaits_approval_since: new Date() });
    const report = await run({ forum: 'discourse', file });
    expect([report.members.linked, (await posts())[0]!.username]).toEqual([1, awaiting.username]);
  });

  test('--invite mails each unclaimed member once, and the link opens the account with its posts', async () => {
    await addTestMember(app, { username: 'somebody', email: 'user5@example.test' });
    await run({ forum: 'discourse', file });
    await runJobs(app.context);
    expect(await openOutbox(app).take()).toEqual([]);
    expect(await inviteImported(app.context)).toBe(2);
    expect(await inviteImported(app.context)).toBe(0);
    await runJobs(app.context);
    const mails = await openOutbox(app).take();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['user1@example.test', 'user2@example.test']);
    const link = new URL(mails.find(({ to }) => to.startsWith('user1'))!.links.find((address) => address.includes('/reset-password'))!);
    const password = 'indigo cloth 1924';
    const email = 'user1@example.test';
    const json = { token: link.searchParams.get('token'), email, password, password_confirmation: password };
    expect((await app.call('POST', '/auth/reset-password', { json })).status).toBe(200);
    const { user } = (await app.call('POST', '/auth/login', { json: { email, password } })).json;
    expect(user).toMatchObject({ username: 'ada', role: 'member' });
  });

  test('activity in topics of imported members mails nobody', async () => {
    await run({ forum: 'discourse', file });
    const { token } = await addTestMember(app);
    const [topic] = (await app.call('GET', '/forum/topics?category=general-general', { token })).json.data;
    await app.call('POST', `/forum/topics/${topic.id}/posts`, { token, json: { body: 'Hello @ada and @gone' } });
    await runJobs(app.context);
    expect(await openOutbox(app).take()).toEqual([]);
  });
});

describe('an export of NodeBB that the real software wrote', () => {
  test('texts, scripts, quotes, answers and uploads arrive', async () => {
    const uploads = await mkdtemp(path.join(folder, 'uploads-'));
    await mkdir(path.join(uploads, 'files'));
    await writeFile(path.join(uploads, 'files/1796067168327-print.jpg'), await photoFile());
    const report = await run({ forum: 'nodebb', file: sample, uploads });
    expect(report).toMatchObject({ topics: 8, posts: 41, images: { stored: 1, wanted: 1 }, categories: { closed: ['Staff only'] } });
    const written = await posts();
    expect(written.filter(({ number }) => number === 1).map(({ body }) => body.split('\n')[0])).toEqual([
      'How do you dry prints in the rainy season? I hang them **inside** a cupboard.',
      'Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.',
      'صباح الخير، هذه أول صورة لي بعدسة قديمة.',
      '今日の光はとても柔らかい。古い**フィルム**で撮りました。',
      'ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።',
      'Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.',
      '```js',
      'Its opening stays.',
    ]);
    expect(written.find(({ body }) => body.includes('[!quote'))).toMatchObject({
      username: 'wanjiru.k',
      reply_to: 1,
      body: expect.stringMatching(/^> \[!quote [0-9a-f-]{36}\]\n> How do you dry prints[^]*Reply 1 for @ada and @chidi\.nwosu\.$/),
    });
    expect(written.find(({ body }) => body.includes('photo:'))).toMatchObject({ title: expect.stringContaining('صباح الخير') });
    expect(JSON.stringify(written)).not.toContain('canary');
  });

  test('files outside the folder of uploads are not read', async () => {
    const outside = path.join(folder, 'outside.jpg');
    await writeFile(outside, await photoFile());
    const uploads = await mkdtemp(path.join(folder, 'uploads-'));
    await symlink(outside, path.join(uploads, 'link.jpg'));
    const objects = [
      { _key: 'user:1', username: 'ada', email: 'ada@example.test', 'email:confirmed': 1, joindate: 1557126489123 },
      { _key: 'category:2', name: 'Open' },
      { _key: 'group:cid:2:privileges:groups:topics:read:members', value: 'guests', score: 1 },
      { _key: 'topic:4', cid: 2, title: 'Hi', timestamp: 1557126489123 },
      {
        _key: 'post:9',
        tid: 4,
        uid: 1,
        timestamp: 1557126489123,
        content: '![a](/assets/uploads/files/../../outside.jpg) ![b](/assets/uploads/files/../link.jpg)',
      },
    ];
    const file = path.join(folder, 'objects.json');
    await writeFile(file, objects.map((object) => JSON.stringify(object)).join('\n'));
    expect((await run({ forum: 'nodebb', file, uploads })).images).toEqual({ stored: 0, wanted: 2 });
  });
});

test('a run that is killed among members and among posts continues without loss or doubles', async () => {
  const at = (n: number): number => 1557126489123 + n * 1_000;
  const objects = [
    { _key: 'user:1', username: 'ada', email: 'ada@example.test', 'email:confirmed': 1, joindate: at(0) },
    { _key: 'category:2', name: 'Open' },
    { _key: 'group:cid:2:privileges:groups:topics:read:members', value: 'guests', score: 1 },
    ...[1, 2, 3].map((tid) => ({ _key: `topic:${tid}`, cid: 2, title: `Topic ${tid}`, timestamp: at(tid), mainPid: tid })),
    ...Array.from({ length: 1_200 }, (_, n) => ({
      _key: `post:${n + 1}`,
      tid: (n % 3) + 1,
      uid: 1,
      content: `Text ${n + 1}`,
      timestamp: at(n),
      toPid: n % 3,
    })),
  ];
  const file = path.join(folder, 'many.json');
  await writeFile(file, objects.map((object) => JSON.stringify(object)).join('\n'));
  const killAt = async (step: string): Promise<void> => {
    const stopping = new AbortController();
    const onProgress = (text: string): void => (text.startsWith(step) ? stopping.abort(new Error('killed')) : undefined);
    await expect(run({ forum: 'nodebb', file, signal: stopping.signal, onProgress })).rejects.toThrow('killed');
  };
  await killAt('Members');
  expect([await count('members'), await count('forum_posts')]).toEqual([1, 0]);
  await killAt('Posts');
  expect(await count('forum_posts')).toBe(500);
  expect(await run({ forum: 'nodebb', file })).toMatchObject({ posts: 700, earlierPosts: 500 });
  const expected = [1, 2, 3].flatMap((tid) => Array.from({ length: 400 }, (_, n) => [`Topic ${tid}`, n + 1, `Text ${n * 3 + tid}`]));
  expect((await posts()).map(({ title, number, body }) => [title, number, body])).toEqual(expected);
  expect(await wrongTopicCounts(app)).toEqual([]);
});

test('only one import runs at a time', async () => {
  const file = await writeDiscourseBackup(folder, plainDump(discourse));
  const results = await Promise.allSettled([run({ forum: 'discourse', file }), run({ forum: 'discourse', file })]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
