import { expect, test } from 'vitest';
import type { Statements } from './database.ts';
import { noIds, pageCache, type StatesAsked } from './page-cache.ts';

/** Creates a database whose snapshot the test changes, and pages that the test completes. */
function fixture() {
  const world = { snapshot: '1', asked: [] as StatesAsked[], making: [] as ((content: string) => void)[], hides: false };
  const read = pageCache(world as unknown as Statements, {
    makePage: () =>
      new Promise<{ content: string; ids: typeof noIds; bytes: number }>((resolve) =>
        world.making.push((content) => resolve({ content, ids: noIds, bytes: 1 })),
      ),
    readStates: async (_db, request) => {
      world.asked.push(request);
      const states = request.viewerIds.map((_, index) => ({ n: index + 1, hides: world.hides }));
      return {
        snapshot: world.snapshot,
        states: states.filter(({ n }) => request.snapshot !== world.snapshot || !request.areKnown[n - 1]),
      };
    },
    isPersonal: ({ hides }: { hides: boolean }) => hides,
  });
  const page = async (id: string, snapshot?: string): Promise<string | undefined> =>
    (await read({ id, ...(snapshot !== undefined && { snapshot }) }, { name: 'page' }))?.page.content;
  return { world, read, page };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('viewers share a page at one snapshot, and the next snapshot rebuilds the page', async () => {
  const { world, page } = fixture();
  const pages = [page('ada'), page('olu')];
  await turn();
  expect(world.making).toHaveLength(1);
  world.making[0]!('first');
  expect(await Promise.all(pages)).toEqual(['first', 'first']);
  expect(await page('efe')).toBe('first');
  world.snapshot = '2';
  const later = page('ada');
  await turn();
  world.making[1]!('second');
  expect(await later).toBe('second');
});

test('a request at the snapshot of the cached page and state runs no query', async () => {
  const { world, page } = fixture();
  const first = page('ada', '1');
  await turn();
  world.making[0]!('first');
  await first;
  expect(await page('ada', '1')).toBe('first');
  expect(world.asked).toHaveLength(1);
  expect(await page('olu', '1')).toBe('first');
  expect(world.asked).toHaveLength(2);
});

test('a request never shares a page that is being rendered at an older snapshot', async () => {
  const { world, page } = fixture();
  const early = page('ada');
  await turn();
  world.snapshot = '2';
  const laterPages = [page('olu'), page('efe')];
  await turn();
  expect(world.making).toHaveLength(1);
  world.making[0]!('old');
  expect(await early).toBe('old');
  await turn();
  expect(world.making).toHaveLength(2);
  world.making[1]!('new');
  expect(await Promise.all(laterPages)).toEqual(['new', 'new']);
});

test('an error is reported to all waiting requests, and not cached', async () => {
  let isDown = true;
  const read = pageCache({} as Statements, {
    makePage: async () => {
      if (isDown) throw new Error('The database is away.');
      return { ids: noIds, bytes: 1 };
    },
    readStates: async (_db, { viewerIds }) => ({ snapshot: '1', states: viewerIds.map((_, index) => ({ n: index + 1 })) }),
  });
  const results = await Promise.allSettled([read({ id: 'ada' }, {}), read({ id: 'olu' }, {})]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await read({ id: 'ada' }, {})).toBeDefined();
});

test('further pages without ids reuse the viewer’s cached state', async () => {
  const { world, read } = fixture();
  const pages = ['page', 'next'].map((name) => read({ id: 'ada', snapshot: '1' }, { name }));
  await turn();
  for (const make of world.making) make('content');
  await Promise.all(pages);
  await turn();
  expect(await read({ id: 'ada', snapshot: '1' }, { name: 'next' })).toBeDefined();
  expect(world.asked.flatMap(({ viewerIds }) => viewerIds)).toEqual(['ada', 'ada']);
  const another = read({ id: 'ada', snapshot: '1' }, { name: 'another' });
  await turn();
  world.making.at(-1)!('content');
  await another;
  expect(world.asked).toHaveLength(1);
});

test('a viewer who hides a member gets no shared page', async () => {
  const { world, page } = fixture();
  world.hides = true;
  expect(await page('ada')).toBeUndefined();
  expect(world.making).toEqual([]);
});
