import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMarkdown } from '../../platform/markdown/markdown-renderer.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { contentOf, type EmptyDatabase, makeEmptyDatabase } from '../../testing/backed-up.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { addTestSubscription } from '../../testing/push.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { createBackup } from './create-backup.ts';
import { handoverChecklist } from './handover-checklist.ts';
import { findHandoverFacts } from './queries.ts';
import { archiveFile } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

let app: TestApp;
let empty: EmptyDatabase;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  empty = await makeEmptyDatabase();
  folder = await makeQuickFolder('mbari-handover-');
});
afterAll(async () => {
  await app.close();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

const restored = async (sql: string) => (await empty.pool.query<Record<string, unknown>>(sql)).rows;

test('a community restored under another address has new links, suspended admins and all its other content', async () => {
  const { origin } = app.context.config.publicUrl;
  const admin = await addTestMember(app, { role: 'admin', bio: `Me: ${origin}/user/me, HTTP${origin.slice(4)}/help.` });
  const member = await addTestMember(app);
  const photo = await addTestPhoto(app, member, { title: 'Dye pits', description: `${origin}.org, ${origin}1, see ${origin}` });
  const topic = await addTestTopic(app, member);
  const body = `[before](${origin}/post/1?a=1#b) and <${origin}/forum>`;
  const { id: replyId } = await addTestReply(app, topic, member, { body });
  const { html, plain } = renderMarkdown(body);
  await app.db.run('update forum_posts set body_html = $2, plain = $3 where id = $1', [replyId, html, plain]);
  await app.db.run(`insert into comments (id, photo_id, member_id, content) values ($1, $1, $2, $3)`, [
    photo.id,
    member.id,
    `${origin}/tag/x`,
  ]);
  await app.db.run(`insert into exhibitions (id, title, rooms) values ($1, 'Indigo', $2)`, [
    photo.id,
    JSON.stringify([{ title: 'One', text: `See\n${origin}` }]),
  ]);
  await addTestSubscription(app, member);
  const secrets = path.join(app.context.config.dataFolder, 'secrets');
  await mkdir(secrets);
  await writeFile(path.join(secrets, 'signing-key'), Buffer.alloc(32, 9));
  const file = path.join(folder, 'handover.tar');
  await createBackup(app.context, file, { withSecrets: true, isHandover: true });

  const target = { dataFolder: path.join(folder, 'data'), signingKey: null, s3: null, database: empty.database };
  const { takeover } = await restoreBackup({ ...target, publicUrl: new URL('https://new.example') }, archiveFile(file));
  expect(takeover).toEqual({ rewrittenRows: 5, suspendedAdmins: [admin.username] });

  expect(await restored(`select bio from members where username = '${admin.username}'`)).toEqual([
    { bio: 'Me: https://new.example/user/me, https://new.example/help.' },
  ]);
  expect(await restored('select description from photos')).toEqual([{ description: `${origin}.org, ${origin}1, see https://new.example` }]);
  expect(await restored('select content from comments')).toEqual([{ content: 'https://new.example/tag/x' }]);
  expect(await restored('select rooms from exhibitions')).toEqual([{ rooms: [{ title: 'One', text: 'See\nhttps://new.example' }] }]);
  const moved = body.replaceAll(origin, 'https://new.example');
  expect(await restored('select body, body_html as html, plain from forum_posts where number = 2')).toEqual([
    { body: moved, html: renderMarkdown(moved).html, plain: renderMarkdown(moved).plain },
  ]);
  expect(await restored('select from push_subscriptions')).toEqual([]);

  expect(await restored('select username from members where role_to_confirm is not null')).toEqual([{ username: admin.username }]);
  expect(await restored(`select from members where role = 'admin'`)).toEqual([]);
  expect(await restored('select member_id from sessions')).toEqual([{ member_id: member.id }]);
  expect(
    await restored(
      `select payload ->> 'member_id' as id from graphile_worker._private_jobs where payload ->> 'notice' = 'role_to_confirm'`,
    ),
  ).toEqual([{ id: admin.id }]);
  expect(await restored(`select from pg_trigger where not tgisinternal and tgenabled = 'D'`)).toEqual([]);
  const [before, after] = [await contentOf(app.db.pool), await contentOf(empty.pool)];
  expect(
    Object.keys(before)
      .filter((table) => before[table] !== after[table])
      .sort(),
  ).toEqual(['comments', 'exhibitions', 'forum_posts', 'members', 'photos', 'push_subscriptions', 'session_tokens', 'sessions']);
});

test('the checklist names what is set, the admins and the hosts of webhooks, but no secret', async () => {
  await app.db.run(
    `insert into webhooks (id, url, secret, events) values (gen_random_uuid(), 'https://hooks.example/hush', 'sealed', '{case}')`,
  );
  const settings = new Map([
    ['PUBLIC_URL', 'https://old.example'],
    ['TRUST_PROXY', undefined],
    ['SMTP_URL', 'smtps://post:hush@mail.example:465'],
    ['DATABASE_URL', 'postgres://mbari:hush@db.example/mbari'],
    ['DATABASE_REPLICA_URLS', 'postgres://mbari:hush@one.example/mbari, postgres://mbari:hush@two.example/mbari'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_hush'],
    ['S3_ACCESS_KEY_ID', 'hush'],
    ['BACKUP_PASSPHRASE', 'hush'],
    ['METRICS_TOKEN', 'hush'],
    ['BACKUP_DIR', '/mnt/backups'],
  ]);
  const text = handoverChecklist({
    ...(await findHandoverFacts(app.db.pool)),
    ...{ archive: 'h.tar', madeAt: new Date(), publicUrl: 'https://old.example', settings, wasRunning: true },
  });
  expect(text).not.toContain('hush');
  for (const line of [
    '`PUBLIC_URL`. Now: `https://old.example`.',
    '`TRUST_PROXY`. Now: not set.',
    '`SMTP_URL`. Now: `smtps://mail.example:465`.',
    '`DATABASE_REPLICA_URLS`. Now: `postgres://one.example, postgres://two.example`.',
    '`BACKUP_DIR`. Now: `/mnt/backups`.',
    '`STRIPE_WEBHOOK_SECRET`. Now: set.',
    '`hooks.example`',
  ])
    expect(text.split(line), line).toHaveLength(2);
});
