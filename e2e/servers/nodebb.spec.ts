import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import sharp from 'sharp';
import { runCommand } from '../backup-run.ts';
import { withDatabase } from '../database.ts';
import { freePort, makeDataFolder, startServer } from '../server.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';

// Fills a real NodeBB and imports it: NODEBB_FOLDER=/opt/nodebb npx playwright test -c e2e/servers nodebb
// NODEBB_FOLDER is a clone in which `npm install` ran; NODEBB_NODE is a Node for it, 22 or newer. Its config.json is replaced.
let postgres: DebianPostgres | null = null;
test.beforeAll(async () => {
  if (!hasNodebb()) console.log('There is no NodeBB here (NODEBB_FOLDER): importing it was not tried.');
  else if ((postgres = await startDebianPostgres()) === null)
    console.log('There is no PostgreSQL of Debian here: importing NodeBB was not tried.');
});
test.afterAll(() => postgres?.stop());

test('a NodeBB filled by its own API is imported count by count and text by text', async () => {
  test.skip(postgres === null, 'no NodeBB or no PostgreSQL of Debian');
  test.setTimeout(1_800_000);
  const folder = await makeDataFolder();
  const address = await postgres!.makeDatabase('nodebb');
  const nodebb = await startNodebb(new URL(address));
  const filled = await fillNodebb(nodebb).finally(() => nodebb.stop());
  const dump = path.join(folder.dataFolder, 'nodebb.sql');
  await promisify(execFile)(path.join(postgres!.bin, 'pg_dump'), ['--no-owner', '--file', dump, address]);
  const server = await startServer(folder.dataFolder);
  const installation = { dataFolder: folder.dataFolder };
  try {
    for (let times = 1; times <= 2; times += 1)
      expect(await runCommand(installation, 'import', 'nodebb', dump, '--uploads', nodebb.uploads)).toMatchObject({ code: 0 });
    const topics = await withDatabase(installation, (db) => readTopics(db));
    // NodeBB starts with a topic of its own, and the filling adds one whose reply is deleted.
    expect(topics).toHaveLength(filled.topics.length + 2);
    for (const topic of filled.topics) {
      const imported = topics.find(({ title }) => title === topic.title.replaceAll(/\s+/g, ' ').trim())!;
      expect(imported, topic.title).toMatchObject({ category: topic.category, is_pinned: topic.isPinned, is_locked: topic.isLocked });
      expect(imported.posts.map(comparable)).toEqual(topic.posts.map((post) => comparable(expectedPost(post, topic))));
    }
    expect(JSON.stringify(topics)).not.toContain('canary');
    const members = await withDatabase(installation, (db) => db.query<{ email: string }>('select email from members'));
    const addresses = members.rows.map(({ email }) => email).filter((email) => !email.endsWith('.invalid'));
    // The last user is banned.
    expect(addresses.toSorted()).toEqual(['boss@forum.example', ...filled.users.slice(0, -1).map(({ email }) => email)]);
    expect(members.rows).toHaveLength(filled.users.length + 1);
  } finally {
    await server.end();
    await folder.remove();
  }
});

interface ImportedPost {
  name: string;
  body: string;
  at: number;
  reply_to: number | null;
}

interface ImportedTopic {
  title: string;
  category: string;
  is_pinned: boolean;
  is_locked: boolean;
  posts: ImportedPost[];
}

const readTopics = async (db: pg.Client): Promise<ImportedTopic[]> =>
  (
    await db.query<ImportedTopic>(
      `select t.title, c.name as category, t.pinned_at is not null as is_pinned, t.locked_at is not null as is_locked,
              (select json_agg(json_build_object('name', m.name, 'body', p.body, 'at', floor(extract(epoch from p.created_at) * 1000)::float8,
                                                 'reply_to', a.number) order by p.number)
                 from forum_posts p join members m on m.id = p.author_id left join forum_posts a on a.id = p.reply_to_id
                where p.topic_id = t.id) as posts
         from forum_topics t join forum_categories c on c.id = t.category_id`,
    )
  ).rows;

/** Ids of quoted posts and images are other ones here. */
const comparable = ({ body, ...post }: ImportedPost): ImportedPost => ({
  ...post,
  body: body.replace(/\[!quote [0-9a-f-]{36}\]/, '[!quote]').replace(/\(photo:[0-9a-f-]{36}\)/, '(photo)'),
});

/** A name that resembles staff becomes the username. */
const expectedPost = (post: FilledPost, { posts }: FilledForum['topics'][number]): ImportedPost => ({
  name: post.username === 'admin_team' ? 'member.9' : post.username,
  body: post.content
    .replace(/^> @[^\n]*:\n>\n/, '> [!quote]\n')
    .replace(/\(\/assets\/uploads\/[^)]*\)/, '(photo)')
    .replaceAll(/(?<!`)@chidi-nwosu/g, '@chidi.nwosu'),
  at: post.at,
  reply_to: post.replyTo === null ? null : posts.findIndex(({ pid }) => pid === post.replyTo) + 1,
});

const run = promisify(execFile);

/** Folder of an installed NodeBB, and a Node that can run it (22 or newer). */
const folder = process.env['NODEBB_FOLDER'] ?? '';
const node = process.env['NODEBB_NODE'] ?? process.execPath;

const hasNodebb = (): boolean => folder !== '' && existsSync(path.join(folder, 'node_modules')) && existsSync(path.join(folder, 'app.js'));

interface Nodebb {
  url: string;
  uploads: string;
  stop(): Promise<void>;
}

const password = 'Not-a-secret-1';

/** Sets up NodeBB in an empty database and starts it. */
async function startNodebb(database: URL): Promise<Nodebb> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ url, port: String(port), secret: 'x', database: 'postgres', 'postgres:host': database.hostname, 'postgres:port': database.port },
    ...{
      'postgres:username': database.username,
      'postgres:password': 'x',
      'postgres:database': database.pathname.slice(1),
      'postgres:ssl': 'false',
    },
    ...{ 'admin:username': 'boss', 'admin:email': 'boss@forum.example', 'admin:password': password, 'admin:password:confirm': password },
  };
  const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env['PATH']}` };
  await rm(path.join(folder, 'config.json'), { force: true });
  await run(node, ['app', `--setup=${JSON.stringify(settings)}`], { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 });
  const server = spawn(node, ['app'], { cwd: folder, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (let tries = 1; !(await fetch(`${url}/api/config`).catch(() => null))?.ok; tries += 1) {
    if (tries > 300) throw new Error('NodeBB does not answer.');
    await wait(200);
  }
  return {
    url,
    uploads: path.join(folder, 'public/uploads'),
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** The public content of the filled NodeBB, as the import must reproduce it. */
interface FilledForum {
  users: { uid: number; username: string; email: string }[];
  categories: string[];
  topics: { tid: number; title: string; category: string; isPinned: boolean; isLocked: boolean; posts: FilledPost[] }[];
}

interface FilledPost {
  pid: number;
  username: string;
  content: string;
  at: number;
  replyTo: number | null;
}

const texts = [
  'How do you dry prints in the rainy season? I hang them **inside** a cupboard.',
  'Ọjọ́ dára! Mo rí ìmọ́lẹ̀ tó dára gan-an ní àárọ̀ yìí.',
  'صباح الخير، هذه أول صورة لي بعدسة قديمة.\n\nما رأيكم؟',
  '今日の光はとても柔らかい。古い**フィルム**で撮りました。',
  'ዛሬ ጠዋት በአዲስ አበባ ብርሃኑ ጥሩ ነበር።',
  'Emoji 👩🏾‍🎨📷 and a flag 🇳🇬, a zero-width joiner, and a “quote”.',
  '```js\nconst at = "@ada";\n```\nCode stays as it is, `@ada` too.',
  '1. First\n2. Second\n   - nested\n\n| f | ISO |\n|---|---|\n| 8 | 100 |',
  'Backslashes \\ tabs\tand a line\nbreak; $1 \\N \\. are plain text.',
  'Žluťoučký kůň — grüße, façade, İstanbul, ꜱmall caps, Ω≈ç√.',
];

/** Fills NodeBB by its own API with members, categories, topics and some hundred replies. */
async function fillNodebb({ url }: Nodebb): Promise<FilledForum> {
  const call = await openApi(url);
  // Federation would look up other servers for each post.
  const settings = ['postDelay', 'initialPostDelay', 'newbiePostDelay', 'newbieReputationThreshold', 'postQueue', 'activitypubEnabled'];
  for (const setting of settings) await call('PUT', `/admin/settings/${setting}`, 1, { value: 0 });
  const users: FilledForum['users'] = [];
  for (const username of ['ada', 'Chidi Nwosu', 'أمينة', '田中さん', 'wanjiru.k', 'olu-ade', 'Zoë', 'admin_team']) {
    const email = `member${users.length}@forum.example`;
    const { uid } = await call('POST', '/users', 1, { username, email, password });
    await call('POST', `/users/${uid}/emails/${encodeURIComponent(email)}/confirm`, 1);
    users.push({ uid, username, email });
  }
  const categories: { cid: number; name: string }[] = [];
  for (const name of ['Darkroom & chemistry', 'معرض الصور', 'Questions']) {
    const { cid } = await call('POST', '/categories', 1, { name, description: `About ${name}`, bgColor: '#36608f' });
    categories.push({ cid, name });
  }
  const image = await upload(url, call);
  const topics: FilledForum['topics'] = [];
  for (let n = 0; n < 30; n += 1) topics.push(await addTopic(call, { n, users, category: categories[n % 3]!, image }));
  await hideSome(call, { users, categories });
  return { users, categories: categories.map(({ name }) => name), topics };
}

/** Uploads an image like the editor does. Returns its address in posts. */
async function upload(url: string, { adminHeaders }: Call): Promise<string> {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b4532a' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('files[]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'print.jpg');
  const answer = await fetch(`${url}/api/post/upload`, { method: 'POST', headers: await adminHeaders(), body: form });
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).response.images[0].url;
}

interface Call {
  (method: string, at: string, uid: number, body?: object): Promise<any>;
  adminHeaders: () => Promise<Record<string, string>>;
}

/** Signs in as the admin, and returns calls with a master token, which can act for each user. */
async function openApi(url: string): Promise<Call> {
  let cookie = '';
  const adminHeaders = async (): Promise<Record<string, string>> => {
    const config = await (await fetch(`${url}/api/config`, { headers: { cookie } })).json();
    return { cookie, 'x-csrf-token': config.csrf_token };
  };
  const asAdmin = async (method: string, at: string, body: object): Promise<any> => {
    const headers = { 'content-type': 'application/json', ...(await adminHeaders()) };
    const answer = await fetch(`${url}/api/v3${at}`, { method, headers, body: JSON.stringify(body) });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer.json();
  };
  cookie = (await fetch(`${url}/api/config`)).headers.getSetCookie()[0]!.split(';')[0]!;
  await asAdmin('POST', '/utilities/login', { username: 'boss', password });
  const token = (await asAdmin('POST', '/admin/tokens', { uid: 0, description: 'fill', password })).response.secret;
  const call = async (method: string, at: string, uid: number, body?: object): Promise<any> => {
    const answer = await fetch(`${url}/api/v3${at}${method === 'DELETE' ? `?_uid=${uid}` : ''}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(method !== 'DELETE' && { body: JSON.stringify({ _uid: uid, ...body }) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).response;
  };
  return Object.assign(call, { adminHeaders });
}

interface Place {
  n: number;
  users: FilledForum['users'];
  category: { cid: number; name: string };
  image: string;
}

/** Adds a topic. Some of its replies answer and quote earlier posts, and all mention members. */
async function addTopic(call: Call, { n, users, category, image }: Place): Promise<FilledForum['topics'][number]> {
  const title = `${n}. ${texts[n % texts.length]!.replaceAll(/[*`\n\t|]/g, ' ').slice(0, 60)}`;
  const author = users[n % users.length]!;
  const content = `${texts[n % texts.length]!}${n % 10 === 2 ? `\n\n![A print](${image})` : ''}\n\nTopic ${n}.`;
  const opened = await call('POST', '/topics', author.uid, { cid: category.cid, title, content });
  const posts: FilledPost[] = [{ pid: opened.mainPid, username: author.username, content, at: opened.timestamp, replyTo: null }];
  for (let reply = 0; reply < (n === 0 ? 60 : n % 15); reply += 1) {
    const writer = users[(n + reply * 3 + 1) % users.length]!;
    const answered = reply % 3 === 1 ? posts[reply >> 1]! : null;
    const quote =
      reply % 6 === 1 && answered ? `> @${answered.username} [said](/post/${answered.pid}):\n>\n> ${firstLine(answered.content)}\n\n` : '';
    const text = `${quote}${texts[(n + reply) % texts.length]!}\n\nReply ${reply} for @ada and @chidi-nwosu.`;
    const added = await call('POST', `/topics/${opened.tid}`, writer.uid, { content: text, ...(answered && { toPid: answered.pid }) });
    posts.push({ pid: added.pid, username: writer.username, content: text, at: added.timestamp, replyTo: answered?.pid ?? null });
  }
  const [isPinned, isLocked] = [n % 20 === 3, n % 20 === 5];
  if (isPinned) await call('PUT', `/topics/${opened.tid}/pin`, 1);
  if (isLocked) await call('PUT', `/topics/${opened.tid}/lock`, 1);
  return { tid: opened.tid, title, category: category.name, isPinned, isLocked, posts };
}

const firstLine = (text: string): string => text.split('\n').find((line) => line !== '' && !line.startsWith('>'))!;

/** Adds what an import must leave out: a deleted topic, a deleted post, a category of staff, and a banned member. */
async function hideSome(call: Call, { users, categories }: { users: FilledForum['users']; categories: { cid: number }[] }): Promise<void> {
  const cid = categories[0]!.cid;
  const gone = await call('POST', '/topics', users[0]!.uid, { cid, title: 'A deleted topic canary', content: 'A deleted topic canary' });
  await call('DELETE', `/topics/${gone.tid}/state`, 1);
  const stays = await call('POST', '/topics', users[0]!.uid, { cid, title: 'A topic with a deleted reply', content: 'Its opening stays.' });
  const reply = await call('POST', `/topics/${stays.tid}`, users[1]!.uid, { content: 'A deleted reply canary' });
  await call('DELETE', `/posts/${reply.pid}/state`, 1);
  const staff = await call('POST', '/categories', 1, { name: 'Staff only' });
  for (const group of ['registered-users', 'guests', 'fediverse', 'spiders'])
    await call('DELETE', `/categories/${staff.cid}/privileges/groups:topics:read/${group}`, 1).catch(() => undefined);
  await call('POST', '/topics', 1, { cid: staff.cid, title: 'A staff topic canary', content: 'A staff topic canary' });
  await call('PUT', `/users/${users.at(-1)!.uid}/ban`, 1, {});
}
