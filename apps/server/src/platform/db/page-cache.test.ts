import { expect, test } from 'vitest';
import type { Statements } from './database.ts';
import { noIds, pageCache, type StatesAsked } from './page-cache.ts';

/** A database whose snapshot the test changes, and pages that the test completes. */
function fixture() {
  const world = { snapshot: '1', asked: [] as StatesAsked[], making: [] as ((content: string) => void)[], hides: false };
  const read = pageCache(world as unknown as Statements, {
    makePage: () =>
      new Promise<{ content: string; ids: typeof noIds; bytes: number }>((resolve) =>
        world.making.push((content) => resolve({ content, ids: noIds, bytes: 1 })),
      ),
    readStates: async (_db, asked) => {
      world.asked.push(asked);
      const states = asked.viewerIds.map((_, index) => ({ n: index + 1, hides: world.hides }));
      return { snapshot: world.snapshot, states: states.filter(({ n }) => asked.snapshot !== world.snapshot || !asked.areKnown[n - 1]) };
    },
    isPersonal: ({ hides }: { hides: boolean }) => hides,
  });
  const page = async (id: string, snapshot?: string): Promise<string | undefined> =>
    (await read({ id, ...(snapshot !== undefined && { snapshot }) }, { name: 'page' }))?.page.content;
  return { world, page };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('viewers share a page at one snapshot, and it is rebuilt at the next', async () => {
  const { world, page } = fixture();
  const both = [page('ada'), page('olu')];
  await turn();
  expect(world.making).toHaveLength(1);
  world.making[0]!('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
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

test('a request never gets a page started earlier at an older snapshot', async () => {
  const { world, page } = fixture();
  const early = page('ada');
  await turn();
  world.snapshot = '2';
  const late = [page('olu'), page('efe')];
  await turn();
  expect(world.making).toHaveLength(1);
  world.making[0]!('old');
  expect(await early).toBe('old');
  await turn();
  expect(world.making).toHaveLength(2);
  world.making[1]!('new');
  expect(await Promise.all(late)).toEqual(['new', 'new']);
});

test('a viewer who hides somebody gets no shared page', async () => {
  const { world, page } = fixture();
  world.hides = true;
  expect(await page('ada')).toBeUndefined();
  expect(world.making).toEqual([]);
});
