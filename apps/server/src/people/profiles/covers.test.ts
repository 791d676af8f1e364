import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newSecretId } from '../../platform/ids.ts';
import { mediaUrl } from '../../platform/images/urls.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { photoFile } from '../../testing/image-files.ts';
import { block, setMember } from '../../testing/posts.ts';
import { insertFollow } from '../follows/queries.ts';

let app: TestApp;
let beside: TestApp;
let image: Buffer;
let owner: TestMember;
let cover: string;
let address: string;
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  image = await photoFile(800, 300);
});
beforeEach(async () => {
  owner = await addTestMember(app, { plan_name: 'Premium' });
  cover = await sendCover();
  address = `/media/${cover}/640.webp`;
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

async function sendCover(): Promise<string> {
  const { json } = await app.call('POST', '/me/customisation', { token: owner.token, form: formOf({ cover: image }) });
  return json.data.cover.id;
}
const signed = (): string => mediaUrl(app.context, { id: cover }, 640, 'webp', { isPublic: false, now: new Date() });

/** Returns the status, and asserts that both nodes answer alike. */
async function statusOf(coverPath: string): Promise<number> {
  const [ownStatus, otherStatus] = await Promise.all([app, beside].map(async ({ url }) => (await fetch(url + coverPath)).status));
  expect(otherStatus).toBe(ownStatus);
  return ownStatus!;
}

async function addressFor(viewer?: TestMember): Promise<string | null> {
  const { json } = await app.call('GET', `/users/${owner.username}`, { token: viewer?.token });
  return /\S*640\.webp\S*/.exec(json.data?.customisation?.cover?.srcset.webp ?? '')?.[0] ?? null;
}

test('a public profile’s cover is readable by anyone and cacheable', async () => {
  expect(await addressFor()).toBe(address);
  expect(await statusOf(address)).toBe(200);
  const response = await fetch(app.url + address);
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual(['image/webp', 'public, max-age=3600']);
});

test('a private profile’s cover is readable by its owner only, from the next request on', async () => {
  const [follower, stranger] = [await addTestMember(app), await addTestMember(app)];
  await insertFollow(app.db, follower.id, owner.id);
  await app.call('PUT', '/me/forum-settings', { token: owner.token, json: { profile_visibility: 'private' } });
  expect(await statusOf(address)).toBe(404);
  for (const viewer of [undefined, stranger, follower]) expect(await addressFor(viewer)).toBe(null);
  const ownAddress = await addressFor(owner);
  expect(ownAddress).toMatch(/\?exp=\d+&sig=/);
  expect(await statusOf(ownAddress!)).toBe(200);
  expect((await fetch(app.url + ownAddress!)).headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
  expect(await statusOf(ownAddress!.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).toBe(404);
  expect(await statusOf(ownAddress!.replace('/640.', '/800.'))).toBe(404);
  await app.call('PUT', '/me/forum-settings', { token: owner.token, json: { profile_visibility: 'public' } });
  expect(await statusOf(address)).toBe(200);
});

test('a blocked member gets no cover URL', async () => {
  const blockedMember = await addTestMember(app);
  await block(app, owner, blockedMember);
  expect(await addressFor(blockedMember)).toBe(null);
});

test.each([
  ['the plan has ended', { plan_ends_at: new Date(0) }],
  ['the plan was revoked', { plan_name: null }],
  ['the account is suspended', { suspended_at: new Date() }],
  ['the account is closed', { closed_at: new Date() }],
  ['the address was never verified', { email_verified_at: null }],
])('when %s, the cover is immediately unreadable', async (_when, columns) => {
  expect(await statusOf(address)).toBe(200);
  await setMember(app, owner, columns);
  expect(await statusOf(address)).toBe(404);
  if (!('email_verified_at' in columns)) expect(await statusOf(signed())).toBe(404);
});

test('a removed cover answers like an unknown image', async () => {
  const answer = async (coverPath: string) => ({ ...((await (await fetch(app.url + coverPath)).json()) as object), request_id: '' });
  const missing = await answer(`/media/${newSecretId()}/640.webp`);
  const [addressBefore, signedBefore] = [address, signed()];
  await sendCover();
  for (const coverUrl of [addressBefore, signedBefore]) {
    expect(await statusOf(coverUrl)).toBe(404);
    expect(await answer(coverUrl)).toEqual(missing);
  }
});

test('another member’s picture cannot become a cover, nor a cover an avatar', async () => {
  const other = await addTestMember(app, { plan_name: 'Premium' });
  await setMember(app, owner, { cover_image_id: null, avatar_image_id: cover });
  expect(await statusOf(address)).toBe(404);
  await setMember(app, owner, { avatar_image_id: null });
  await setMember(app, other, { cover_image_id: cover });
  expect(await statusOf(address)).toBe(404);
});

test('a job adds AVIF files to a cover if they are smaller', { tags: ['world'] }, async () => {
  image = await photoFile(1400, 500);
  cover = await sendCover();
  await runJobs(app.context);
  const { avif_widths: widths } = (await app.db.pool.query('select avif_widths from images where id = $1', [cover])).rows[0];
  expect(widths.length).toBeGreaterThan(0);
  for (const width of widths) expect(await statusOf(`/media/${cover}/${width}.avif`)).toBe(200);
});
