import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { allCalls } from '@mbari/contract/all';
import type { Scope } from '@mbari/contract/platform/endpoint';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replacePhotoTags } from '../platform/tags/queries.ts';
import { addTestApiToken, addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestTopic } from '../testing/forum.ts';
import { photoFile } from '../testing/image-files.ts';
import { addTestPhoto } from '../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('the API description is valid OpenAPI 3.1 and public', async () => {
  const { status, json, headers } = await app.call('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const validator = new Validator();
  expect(await validator.validate(json)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const broken = structuredClone(json);
  broken.paths['/photos'].get.responses = 'none';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('the API description covers every call: access, input, answer and refusals', async () => {
  const { json } = await app.call('GET', '/openapi.json');
  const documented = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(documented.sort()).toEqual(allCalls.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
  const like = json.paths['/photos/{id}/like'].post;
  expect(like).toMatchObject({
    operationId: 'likePhoto',
    security: [{ bearer: [] }, { token: ['write:photos'] }],
    parameters: [{ name: 'id', in: 'path', required: true }],
  });
  expect(Object.keys(like.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '429']));
  expect(like.responses['403'].description).toBe('scope_required, email_unverified, onboarding_required');
  const login = json.paths['/auth/login'].post;
  expect(login.security).toEqual([]);
  expect(login.requestBody.content['application/json'].schema.required).toEqual(expect.arrayContaining(['email', 'password']));
  expect(login.responses['200'].content['application/json'].schema.properties).toHaveProperty('token');
  expect(Object.keys(json.paths['/me/export'].get.responses['200'].content)).toEqual(['application/zip']);
  const webhook = json.paths['/billing/webhook'].post;
  expect(webhook.parameters).toMatchObject([{ name: 'stripe-signature', in: 'header', required: true }]);
  expect(Object.keys(webhook.requestBody.content)).toEqual(['application/json']);
});

test('the HTML documentation has no script, loads nothing, and allows only its own style', async () => {
  const { status, text, headers } = await app.call('GET', '/docs');
  expect(status).toBe(200);
  for (const { path } of allCalls) expect(text).toContain(`<code>${path}</code>`);
  expect(text).not.toMatch(/<script|<link|<img|\bon\w+=|style="|javascript:|https?:\/\//i);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

// Runs the commands with curl and jq.
describe('the examples of docs/api.md', () => {
  const run = promisify(execFile);

  let home: string;
  let examples: Map<string, string>;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'mbari-api-'));
    const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    examples = new Map(
      [...page.matchAll(/^##+ ([^\n]+)\n(?:(?!^#).*\n)*?```sh\n([\s\S]*?)```/gm)].map(([, title = '', code = '']) => [title, code]),
    );
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const titles = ['Post a photo', 'Back up my photos', 'Follow a tag', 'A bot that welcomes newcomers', 'Statistics for an organiser'];

  /** Runs the set-up of the page, then an example, with a token of exactly these scopes. */
  async function runExample(title: string, member: TestMember, scopes: Scope[], more: Record<string, string> = {}): Promise<string> {
    const code = examples.get(title);
    if (code === undefined) throw new Error(`docs/api.md has no example ${title}`);
    const env = { PATH: process.env['PATH'], HOME: home, SITE: app.url, TOKEN: await addTestApiToken(app, member.id, scopes), ...more };
    const setUp = `${examples.get('Examples')!.replace(/^curl.*$/m, '')}\n`;
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', setUp + code], { cwd: home, env });
    return stdout.trim();
  }

  test('the page has a set-up and five examples', async () => {
    expect([...examples.keys()]).toEqual(['Examples', ...titles]);
    const member = await addTestMember(app);
    const token = await addTestApiToken(app, member.id, ['read']);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', examples.get('Examples')!], {
      env: { PATH: process.env['PATH'], HOME: home, SITE: app.url, TOKEN: token },
    });
    expect(stdout.trim()).toBe(member.username);
    expect((await stat(path.join(home, '.mbari'))).mode & 0o077).toBe(0);
  });

  test('a photo is posted once, and backed up', async () => {
    const member = await addTestMember(app);
    await writeFile(path.join(home, 'kola.jpg'), await photoFile());
    const id = await runExample('Post a photo', member, ['write:photos']);
    expect(await runExample('Post a photo', member, ['write:photos'])).toBe(id);
    await runExample('Back up my photos', member, ['read']);
    const posts = (await readFile(path.join(home, 'backup/posts.jsonl'), 'utf8')).trim().split('\n');
    expect(posts.map((post) => JSON.parse(post))).toMatchObject([{ id, title: 'Kola nuts at dawn' }]);
    const files = (await readdir(path.join(home, 'backup'))).filter((name) => name.endsWith('.jpeg'));
    expect(files).toHaveLength(1);
    expect((await readFile(path.join(home, 'backup', files[0]!))).subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  test('a tag is followed', async () => {
    const member = await addTestMember(app);
    const author = await addTestMember(app, { name: 'Ada Obi' });
    const { id } = await addTestPhoto(app, author, { title: 'Loom' });
    await replacePhotoTags(app.db, [{ id, tags: ['weaving'] }]);
    const printed = await runExample('Follow a tag', member, ['read', 'write:social']);
    expect(printed.split('\n')).toEqual(['You follow this tag now', 'Loom by Ada Obi']);
    expect((await app.call('GET', '/me/followed-subjects', { token: member.token })).text).toContain('weaving');
  });

  test('the bot greets each newcomer once', async () => {
    const bot = await addTestMember(app);
    const newcomer = await addTestMember(app);
    const topic = await addTestTopic(app, bot);
    const greet = () => runExample('A bot that welcomes newcomers', bot, ['read', 'write:forum'], { TOPIC: topic.id });
    await greet();
    await greet();
    const { text } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: bot.token });
    expect(text.split(`Welcome, @${newcomer.username}!`)).toHaveLength(2);
  });

  test('an admin reads the statistics', async () => {
    const admin = await addTestMember(app, { role: 'admin' });
    await app.db.run(`insert into daily_tallies (day, measure, value) values ('2026-11-29', 'active_day', 7)`);
    expect(await runExample('Statistics for an organiser', admin, ['admin:read'])).toContain('"2026-11-29",7');
  });
});
