import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';
import { openRateLimits } from '../http/rate-limits.ts';

let app: TestApp;
let photo: { id: string };
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp({}, { limits: openRateLimits({ scale: 1 }) });
  photo = await addTestPhoto(app, await addTestMember(app));
  admin = await addTestMember(app, { role: 'admin' });
  await count(1, 3);
});
afterAll(() => app.close());

const count = (version: number, new_account_days: number) =>
  app.call('PUT', '/admin/filters', {
    token: admin.token,
    json: { version, entries: [], new_account_days, review_first: 0, same_link_accounts: 0 },
  });
const day = 24 * 60 * 60_000;
const comment = async ({ token }: TestMember, times: number) => {
  let last = await app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content: 'Ndewo' } });
  for (let time = 1; time < times; time += 1)
    last = await app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content: 'Ndewo' } });
  return last;
};

test('a new account may comment a third as often, and the refusal names the day on which this limit ends', async () => {
  const newcomer = await addTestMember(app);
  await setMember(app, newcomer, { created_at: new Date(Date.now() - 2 * day) });
  expect((await comment(newcomer, 3)).status).toBe(201);
  const { status, json, headers } = await comment(newcomer, 1);
  expect([status, json.reason, headers.get('retry-after')]).toEqual([429, 'newAccountLimit', expect.any(String)]);
  expect(json.params.until).toBe(new Date(Date.now() + day).toISOString().slice(0, 10));
});

test('older accounts and organisers have the full limit, and so does everybody if no account counts as new', async () => {
  const old = await addTestMember(app);
  await setMember(app, old, { created_at: new Date(Date.now() - 4 * day) });
  const moderator = await addTestMember(app, { role: 'moderator' });
  for (const member of [old, moderator]) expect((await comment(member, 10)).status).toBe(201);
  expect((await comment(old, 1)).json.reason).toBe('tooManyRequests');
  await count(2, 0);
  expect((await comment(await addTestMember(app), 10)).status).toBe(201);
});
