import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type pg from 'pg';
import { runCommand } from '../backup-run.ts';
import { withDatabase } from '../database.ts';
import { makeDataFolder, startServer } from '../server.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';
import { type FilledForum, type FilledPost, fillNodebb, hasNodebb, startNodebb } from './nodebb.ts';

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
