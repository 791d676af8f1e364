import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper } from './draft-keeper.ts';
import { findDraft, noText } from './draft-text.ts';

interface Kept {
  title: string;
  body: string;
  version: number;
}

/** Fake server storage that can be unreachable or lose its answers. */
let drafts: Map<string, Kept>;
let connection: 'up' | 'down' | 'answers are lost';
let stored: Map<string, string>;

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

function answer(method: string, place: string, sentDraft: Kept): Response {
  const storedDraft = drafts.get(place);
  if (method === 'DELETE') drafts.delete(place);
  if (method === 'GET' && !storedDraft) return json(404, { code: 'not_found' });
  if (method !== 'PUT') return json(200, { data: storedDraft });
  if ((storedDraft?.version ?? 0) !== sentDraft.version) return json(409, { code: 'conflict', data: storedDraft ?? null });
  const next = { ...sentDraft, version: sentDraft.version + 1 };
  drafts.set(place, next);
  return json(200, { data: next });
}

beforeEach(() => {
  vi.useFakeTimers();
  [drafts, connection, stored] = [new Map(), 'up', new Map()];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    if (connection === 'down') throw new TypeError('No connection');
    const response = answer(method, decodeURIComponent(url.split('/').at(-1)!), JSON.parse(body) as Kept);
    if (connection === 'answers are lost') throw new TypeError('No connection');
    return response;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(place: string | null, start = noText): Promise<DraftKeeper> {
  const keeper = new DraftKeeper({ place, start, find: findDraft });
  await keeper.open();
  return keeper;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const bodyOf = (keeper: DraftKeeper) => keeper.state().text.body;
const localDrafts = () => [...stored.keys()].filter((key) => key.startsWith('mbari_draft'));

test('an image pending when the page was left is dropped', async () => {
  connection = 'down';
  const keeper = await open('topic:1');
  keeper.change({ body: 'A ![Adding cloth.jpg](pending:0f)wall' });
  await pass(3);
  expect(bodyOf(await open('topic:1'))).toBe('A wall');
});

test('typed text is on the server after two seconds, and in the browser before', async () => {
  const keeper = await open('topic:1');
  keeper.change({ body: 'One' });
  keeper.change({ body: 'One two ' });
  expect(keeper.state().status).toBe('unsaved');
  expect(localDrafts()).toHaveLength(1);
  await pass(2);
  expect(drafts.get('topic:1')).toEqual({ title: '', body: 'One two', version: 1 });
  expect(keeper.state().status).toBe('saved');
  expect(bodyOf(keeper)).toBe('One two ');
  expect(localDrafts()).toEqual([]);
});

test('a saved draft is restored when the form is opened again, and can be continued', async () => {
  const first = await open('topic:1');
  first.change({ body: 'Begun' });
  await first.end();
  expect(drafts.get('topic:1')?.body).toBe('Begun');
  const second = await open('topic:1');
  expect(bodyOf(second)).toBe('Begun');
  second.change({ body: 'Begun, and gone on with' });
  await pass(2);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'Begun, and gone on with', version: 2 });
});

test('text typed while a draft loads is appended to it', async () => {
  drafts.set('topic:1', { title: '', body: 'Begun', version: 3 });
  const keeper = new DraftKeeper({ place: 'topic:1', start: noText, find: findDraft });
  const opening = keeper.open();
  keeper.change({ body: 'and more' });
  await opening;
  expect(keeper.state()).toMatchObject({ conflict: null, text: { body: 'Begun\n\nand more' } });
  await pass(2);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'Begun\n\nand more', version: 4 });
});

test('two devices never overwrite each other, and the member chooses', async () => {
  const [firstKeeper, secondKeeper] = [await open('topic:1'), await open('topic:1')];
  secondKeeper.change({ body: 'There' });
  await pass(2);
  firstKeeper.change({ body: 'Here' });
  await pass(2);
  expect(firstKeeper.state().conflict).toMatchObject({ kept: { body: 'There', version: 1 } });
  firstKeeper.change({ body: 'Here, still typing' });
  await pass(20);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'There' });

  firstKeeper.keepOurs();
  await pass(0);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'Here, still typing', version: 2 });
  secondKeeper.change({ body: 'There again' });
  await pass(2);
  secondKeeper.takeTheirs();
  expect(bodyOf(secondKeeper)).toBe('Here, still typing');
  expect(secondKeeper.state().conflict).toBeNull();
});

test('offline text stays in the browser and is saved on reconnection', async () => {
  const keeper = await open('topic:1');
  connection = 'down';
  keeper.change({ body: 'In the bus' });
  await pass(2);
  expect(keeper.state().status).toBe('local');
  void keeper.end();
  const later = new DraftKeeper({ place: 'topic:1', start: noText, find: findDraft });
  await later.open();
  expect(bodyOf(later)).toBe('In the bus');
  expect(later.state().status).toBe('local');
  connection = 'up';
  await later.resume();
  await pass(0);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'In the bus' });
  expect(later.state().status).toBe('saved');
});

test('a save whose answer was lost is not a conflict', async () => {
  const keeper = await open('topic:1');
  connection = 'answers are lost';
  keeper.change({ body: 'One' });
  await pass(2);
  connection = 'up';
  keeper.change({ body: 'One two' });
  await pass(11);
  expect(keeper.state()).toMatchObject({ conflict: null, status: 'saved' });
  expect(drafts.get('topic:1')).toMatchObject({ body: 'One two', version: 2 });
});

test('a draft discarded offline is deleted on the server at the next opening', async () => {
  const keeper = await open('topic:1');
  keeper.change({ body: 'Posted' });
  await pass(2);
  connection = 'down';
  await keeper.discard();
  void keeper.end();
  expect(bodyOf(keeper)).toBe('');
  connection = 'up';
  const next = await open('topic:1');
  expect(bodyOf(next)).toBe('');
  expect(drafts.size).toBe(0);
  expect(localDrafts()).toEqual([]);
});

test('typing in a draft that another device discarded is a conflict', async () => {
  const [firstKeeper, secondKeeper] = [await open('topic:1'), await open('topic:1')];
  firstKeeper.change({ body: 'Words' });
  await pass(2);
  await secondKeeper.open();
  await secondKeeper.discard();
  firstKeeper.change({ body: 'Words and more' });
  await pass(2);
  expect(firstKeeper.state().conflict).toEqual({ kept: null });
  firstKeeper.takeTheirs();
  expect(bodyOf(firstKeeper)).toBe('');
});

test('a draft moves when its topic’s category changes', async () => {
  const keeper = await open(null);
  keeper.change({ title: 'A title', body: 'Words' });
  await pass(2);
  expect(drafts.size).toBe(0);
  await keeper.moveTo('new:a');
  await pass(0);
  expect(drafts.get('new:a')).toMatchObject({ title: 'A title', body: 'Words' });
  await keeper.moveTo('new:b');
  await pass(0);
  expect([...drafts]).toEqual([['new:b', { title: 'A title', body: 'Words', version: 1 }]]);
});

test('a draft that moves to another category is appended to the browser-only draft there', async () => {
  connection = 'down';
  const first = await open('new:a');
  first.change({ title: 'Of a', body: 'Begun in a' });
  void first.end();
  const second = await open('new:b');
  second.change({ title: 'Of b', body: 'Begun in b' });
  await second.moveTo('new:a');
  expect(second.state().text).toEqual({ title: 'Of b', body: 'Begun in a\n\nBegun in b' });
  connection = 'up';
  await second.resume();
  await pass(2);
  expect([...drafts]).toEqual([['new:a', { title: 'Of b', body: 'Begun in a\n\nBegun in b', version: 1 }]]);
});

test('editing a post starts with the post’s text, and only a changed text is saved as a draft', async () => {
  const start = { title: '', body: 'As posted' };
  const keeper = await open('post:1', start);
  expect(bodyOf(keeper)).toBe('As posted');
  keeper.change({ body: 'As posted ' });
  await pass(2);
  expect(drafts.size).toBe(0);
  keeper.change({ body: 'Changed' });
  await pass(2);
  expect(bodyOf(await open('post:1', start))).toBe('Changed');
});

test('a pending image is not part of a draft', async () => {
  const keeper = await open('topic:1');
  keeper.change({ body: 'Look ![Adding vat.jpg…](pending:0a1b)' });
  await pass(2);
  expect(drafts.get('topic:1')).toMatchObject({ body: 'Look' });
});
