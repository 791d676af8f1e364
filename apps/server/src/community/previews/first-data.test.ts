import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FirstData, firstDataId } from '@mbari/contract/platform/first-data';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readWebApp } from '../../platform/http/web-app.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';

const html = `<!doctype html><html><head><meta charset="utf-8" />
    <title>Mbari</title></head><body><div id="root"></div></body></html>`;

let folder: string;
let base: TestApp;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-first-data-'));
  await writeFile(path.join(folder, 'index.html'), html);
  base = await startTestApp();
  app = buildApp(base.context, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
});
afterAll(async () => {
  await app.close();
  await base.close();
  await rm(folder, { recursive: true });
});

const readPage = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } });

async function readFirstData(url: string, headers: Record<string, string> = {}): Promise<FirstData> {
  const { body } = await readPage(url, headers);
  const text = new RegExp(`<script type="application/json" id="${firstDataId}">([^<]*)</script>`).exec(body)?.[1];
  if (text === undefined) throw new Error(`No data in ${body}`);
  return JSON.parse(text) as FirstData;
}

test('the page of a public post contains its first image and no viewer-specific data', async () => {
  const owner = await addTestMember(base);
  const reader = await addTestMember(base);
  const post = await addTestPhoto(base, owner);
  await base.call('POST', `/photos/${post.id}/like`, { token: reader.token });
  await base.call('POST', `/photos/${post.id}/comments`, { token: reader.token, json: { content: 'For members only' } });
  const { json } = await base.call('GET', `/users/${owner.username}/photos`, {});
  const [listedPost] = json.data;
  expect(await readFirstData(`/post/${post.id}`)).toEqual({ image: listedPost.images[0] });
  expect(listedPost.images[0].srcset.webp).not.toContain('?');
});

test('the page of a public profile contains exactly the API’s answer to a visitor', async () => {
  const member = await addTestMember(base, { bio: 'Carver.', phone: '+2348030000001' });
  await addTestPhoto(base, member);
  const { json } = await base.call('GET', `/users/${member.username}`, {});
  const address = `/user/${member.username.toUpperCase()}`;
  expect(await readFirstData(address)).toEqual({ profile: json.data });
  await setMember(base, member, { contact_visibility: 'registered' });
  expect(JSON.stringify(await readFirstData(address))).not.toContain('+2348030000001');
});

test('members and owners get the same page as visitors', async () => {
  const owner = await addTestMember(base);
  const post = await addTestPhoto(base, owner);
  await base.call('POST', `/photos/${post.id}/like`, { token: owner.token });
  for (const url of [`/post/${post.id}`, `/user/${owner.username}`]) {
    const [visitorsPage, ownersPage] = [await readPage(url), await readPage(url, { authorization: `Bearer ${owner.token}` })];
    expect(ownersPage.body).toBe(visitorsPage.body);
    expect(ownersPage.headers['cache-control']).toBe('no-cache');
  }
});

test('no page contains a post for followers, whoever requests the page', async () => {
  const owner = await addTestMember(base, { post_visibility: 'followers' });
  const follower = await addTestMember(base);
  const post = await addTestPhoto(base, owner);
  await base.call('POST', `/users/${owner.id}/follow`, { token: follower.token });
  expect((await readPage(`/post/${post.id}`, { authorization: `Bearer ${follower.token}` })).body).toBe(html);
  const { profile } = await readFirstData(`/user/${owner.username}`);
  expect(profile).toMatchObject({ photos: [], stats: { photos_count: 0 } });
  expect((await readPage(`/user/${owner.username}`)).body).not.toContain(post.id);
});

test('member text cannot close the data elements', async () => {
  const hostile = `</script><script>alert(1)</script><!-- <b> & " \\u003c \u2028`;
  const owner = await addTestMember(base, { bio: hostile });
  const post = await addTestPhoto(base, owner, { title: hostile, description: hostile });
  expect((await readFirstData(`/user/${owner.username}`)).profile?.bio).toBe(hostile);
  for (const url of [`/post/${post.id}`, `/user/${owner.username}`]) {
    const { body, headers } = await readPage(url);
    expect(body.match(/<\/?script/g)).toEqual(['<script', '</script', '<script', '</script']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  }
});

test('a post page takes three queries and a profile page at most ten, whatever its number of posts', async () => {
  const owner = await addTestMember(base);
  const posts = [await addTestPhoto(base, owner), await addTestPhoto(base, owner)];
  let statements: string[] = [];
  const counted = { ...base.db };
  for (const kind of ['row', 'rows'] as const) {
    const query = base.db[kind] as (...args: unknown[]) => Promise<never>;
    counted[kind] = (sql: string, ...args: unknown[]) => {
      statements.push(sql);
      return query(sql, ...args);
    };
  }
  const counting = buildApp({ ...base.context, db: counted }, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
  const questions = async (url: string): Promise<number> => {
    statements = [];
    expect((await counting.inject({ url, headers: { accept: 'text/html' } })).body).toContain('og:title');
    return statements.length;
  };
  expect(await questions(`/post/${posts[0]!.id}`)).toBe(3);
  const ofProfile = await questions(`/user/${owner.username}`);
  expect(ofProfile).toBeLessThanOrEqual(10);
  await addTestPhoto(base, owner);
  expect(await questions(`/user/${owner.username}`)).toBe(ofProfile);
  await counting.close();
});
