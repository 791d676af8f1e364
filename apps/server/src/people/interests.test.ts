import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const readInterests = async (token: string) => (await app.call('GET', '/me/interests', { token })).json;
const choose = (token: string, category_ids: unknown) => app.call('PUT', '/me/interests', { token, json: { category_ids } });

test('a member selects from twelve interests, replacing the previous ones', async () => {
  const { token } = await addTestMember(app, {}, { interests: false });
  const { available, selected } = await readInterests(token);
  expect(available).toHaveLength(12);
  expect(available[0]).toEqual({ id: expect.any(String), name: 'Music', slug: 'music' });
  expect(selected).toEqual([]);
  const answer = await choose(token, [available[3].id, available[1].id, available[1].id]);
  expect(answer.status).toBe(200);
  expect(answer.json.selected).toEqual([available[1], available[3]]);
  await choose(token, [available[11].id]);
  expect((await readInterests(token)).selected).toEqual([available[11]]);
});

test('an interest is given by id, slug or name', async () => {
  const { token } = await addTestMember(app, {}, { interests: false });
  const { available } = await readInterests(token);
  const { selected } = (await choose(token, [available[0].id, 'Dance', 'TEXTILE'])).json;
  expect(selected).toEqual(available.slice(0, 3));
});

test('one unknown interest refuses all', async () => {
  const { token } = await addTestMember(app, {}, { interests: false });
  await choose(token, ['music']);
  for (const ids of [
    [],
    ['music', 'no such thing'],
    ['019aa000-0000-7000-8000-0000000000ff'],
    ['__proto__'],
    ['music\0'],
    ['music', '\0'],
    ["' or 1=1 --"],
    Array(51).fill('music'),
    'music',
    { length: 1 },
    [null],
  ]) {
    const { status, json } = await choose(token, ids);
    expect(status).toBe(422);
    expect(Object.keys(json.errors)[0]).toMatch(/^category_ids/);
  }
  expect((await readInterests(token)).selected.map(({ slug }: { slug: string }) => slug)).toEqual(['music']);
});

test('concurrent selections leave one of them, not a mixture', async () => {
  const { token } = await addTestMember(app, {}, { interests: false });
  await Promise.all(Array.from({ length: 10 }, (_, index) => choose(token, index % 2 ? ['music', 'dance'] : ['film', 'food'])));
  const slugs = (await readInterests(token)).selected.map(({ slug }: { slug: string }) => slug);
  expect([
    ['music', 'dance'],
    ['food', 'film'],
  ]).toContainEqual(slugs);
});

test('interests require a verified member', async () => {
  expect((await app.call('GET', '/me/interests')).status).toBe(401);
  const { token } = await addTestMember(app, { email_verified_at: null });
  expect((await app.call('GET', '/me/interests', { token })).json.code).toBe('email_unverified');
  expect((await choose(token, ['music'])).json.code).toBe('email_unverified');
});
