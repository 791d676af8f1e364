/** @module-tag sampled */
import { allCalls } from '@mbari/contract/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { asksAll, howToRepeat, seed } from '../src/testing/daily-share.ts';
import { startTestProvider, type TestProvider } from '../src/testing/identity-provider.ts';
import { answerOf, casesOf, dailyRows, type Row, runMatrix } from '../src/testing/matrix/driver.ts';
import { publicState } from '../src/testing/matrix/rules.ts';
import { table } from '../src/testing/matrix/table.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startTestProvider();
  app = await startTestApp({ ...provider.settings, BACKUP_DIR: '/nowhere' });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

test('the matrix contains every call of the contract, and no case twice', () => {
  const spoken = new Set(table.map(({ call }) => call.name));
  expect(allCalls.filter(({ name }) => !spoken.has(name)).map(({ name }) => name)).toEqual([]);
  const ids = casesOf(table).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1_000);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('npm test gets every response that a call can give each day, and sends every row within three days', () => {
  const answersOf = (rows: readonly Row[]): string[] => [...new Set(casesOf(rows).map(({ row, actor }) => answerOf(row, actor)))].sort();
  const shares = [0, 1, 2].map((seed) => dailyRows(table, seed));
  for (const share of shares) {
    expect(answersOf(share)).toEqual(answersOf(table));
    expect(casesOf(share).length).toBeLessThan(casesOf(table).length / 10);
  }
  const rowOf = ({ call, state, about }: Row): string => JSON.stringify([call.name, state, about]);
  expect(new Set(shares.flat().map(rowOf))).toEqual(new Set(table.map(rowOf)));
});

if (!asksAll) console.log(howToRepeat);
const rows = asksAll ? table : dailyRows(table, seed);
const isOfForum = ({ call }: Row): boolean => call.path.startsWith('/forum/') && !call.path.startsWith('/forum/notifications');
const forum = rows.filter((row) => row.state === undefined && isOfForum(row));
const plain = rows.filter((row) => row.state === undefined && !isOfForum(row));
const rest = rows.filter(({ state }) => state !== undefined);

// The tests below send thousands of requests; the longest has its own timeout.
test('every actor gets the response stated in the matrix for a public post, and a refusal stores nothing', async () => {
  const { cases, wrong } = await runMatrix(app, plain);
  expect(wrong).toEqual([]);
  expect(cases).toBe(casesOf(plain).length);
  expect(new Set(casesOf(plain).map(({ row }) => row.call.name))).toEqual(new Set(plain.map(({ call }) => call.name)));
});

test('every actor gets the response stated in the matrix for the forum', async () => {
  const { cases, wrong } = await runMatrix(app, forum);
  expect(wrong).toEqual([]);
  expect(cases).toBe(casesOf(forum).length);
});

test('every actor gets the response stated in the matrix in every other state', { timeout: 900_000 }, async () => {
  const { cases, wrong } = await runMatrix(app, rest);
  expect(wrong).toEqual([]);
  expect(cases).toBe(casesOf(rest).length);
});

test('a wrong row of the matrix is reported', async () => {
  const row = (name: string, actor: Row['actors']): Row => ({
    ...table.find(({ call, state }) => call.name === name && (state === undefined || state.photo === 'ready'))!,
    ...(actor && { actors: actor }),
  });
  const changed = (name: string, actor: NonNullable<Row['actors']>[number], change: object): Row => {
    const right = row(name, [actor]);
    return { ...right, expect: (who, state) => ({ ...right.expect(who, state), ...change }) };
  };
  const lies: Row[] = [
    changed('readPhoto', 'follower', { status: 404 }),
    changed('readPhoto', 'blocked', { status: 200 }),
    changed('readPhoto', 'blocked', { code: 'forbidden' }),
    changed('readPhoto', 'follower', { has: ['data.unheard_of'] }),
    changed('readPhoto', 'follower', { lacks: ['data.title'] }),
    changed('listPhotos', 'follower', { contains: false }),
    changed('addComment', 'follower', { stores: false }),
    changed('verifyEmail', 'visitor', { location: 'https://elsewhere.example' }),
  ];
  for (const lie of lies) expect((await runMatrix(app, [lie])).wrong, JSON.stringify(lie.call)).toHaveLength(1);
  expect((await runMatrix(app, [row('readPhoto', ['follower'])])).wrong).toEqual([]);
  expect(publicState.photo).toBe('ready');
});
