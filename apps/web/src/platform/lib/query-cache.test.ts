import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { withNewest } from './add-newest.ts';
import { without } from './drop-cached.ts';
import { rewriteCached, withChanged } from './query-cache.ts';
import { asOnePress } from './use-toggle.ts';

interface Topic {
  is_following: boolean;
}

const queryKey = ['topic'];

/** Shows a topic whose next responses the test controls. */
function showTopic() {
  const client = new QueryClient();
  const answers: ((topic: Topic) => void)[] = [];
  client.setQueryData(queryKey, { is_following: true });
  const queryFn = () => new Promise<Topic>((resolve) => void answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
  return { client, answers, stop, shown: () => client.getQueryData<Topic>(queryKey) };
}

test('a change patches a response requested earlier, and the query is refetched once the change is sent', async () => {
  const { client, answers, stop, shown } = showTopic();
  void client.invalidateQueries({ queryKey });
  await expect.poll(() => answers).toHaveLength(1);
  let release = (): void => undefined;
  const press = asOnePress('follow a', () => new Promise<void>((resolve) => (release = resolve)));
  rewriteCached(client, { queryKey }, () => ({ is_following: false }));
  answers[0]!({ is_following: true });
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.poll(shown).toEqual({ is_following: false });
  expect(answers).toHaveLength(1);
  release();
  await press;
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]!({ is_following: false });
  await expect.poll(shown).toEqual({ is_following: false });
  stop();
});

test('nothing is refetched without a request in flight', async () => {
  const { client, answers, stop, shown } = showTopic();
  rewriteCached(client, { queryKey }, () => ({ is_following: false }));
  await new Promise((resolve) => setTimeout(resolve));
  expect([answers.length, shown()]).toEqual([0, { is_following: false }]);
  stop();
});

type Page = { id: string; is_liked: boolean }[];

/** Shows a list whose next pages the test controls. */
function showList() {
  const client = new QueryClient();
  const answers: { give: (page: Page) => void; fail: () => void }[] = [];
  client.setQueryData<InfiniteData<Page>>(['list'], { pages: [[{ id: 'a', is_liked: false }]], pageParams: [1] });
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<Page>((give, fail) => void answers.push({ give, fail: () => fail(new Error('no line')) })),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  const like = (is_liked: boolean) =>
    rewriteCached(client, { queryKey: ['list'] }, (data) => {
      const { pages, ...others } = data as InfiniteData<Page>;
      return { ...others, pages: pages.map((page) => page.map((one) => (one.id === 'a' ? { ...one, is_liked } : one))) };
    });
  const shown = () => client.getQueryData<InfiniteData<Page>>(['list'])?.pages.flat();
  return { client, answers, observer, stop, like, shown };
}

test('a change survives the response of a next page that was requested earlier', async () => {
  const { answers, observer, stop, like, shown } = showList();
  void observer.fetchNextPage();
  await expect.poll(() => answers).toHaveLength(1);
  like(true);
  like(false);
  like(true);
  answers[0]!.give([{ id: 'b', is_liked: false }]);
  await expect.poll(() => shown()?.length).toBe(2);
  await expect.poll(shown).toEqual([
    { id: 'a', is_liked: true },
    { id: 'b', is_liked: false },
  ]);
  expect(answers).toHaveLength(1);
  stop();
});

test('a change survives a concurrent refetch, and is applied only once if the refetch fails', async () => {
  const { client, answers, stop, like, shown } = showList();
  void client.invalidateQueries({ queryKey: ['list'] });
  await expect.poll(() => answers).toHaveLength(1);
  like(true);
  answers[0]!.give([{ id: 'a', is_liked: false }]);
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.poll(shown).toEqual([{ id: 'a', is_liked: true }]);

  void client.invalidateQueries({ queryKey: ['list'] });
  await expect.poll(() => answers).toHaveLength(2);
  let changes = 0;
  rewriteCached(client, { queryKey: ['list'] }, (data) => ({ ...(data as object), changes: (changes += 1) }));
  answers[1]!.fail();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(changes).toBe(1);
  stop();
});

interface Liked {
  id: string;
  likes_count: number;
}

const isLiked = (value: object): value is Liked => 'likes_count' in value;
const liked = (id: string) => (value: object) =>
  isLiked(value) && value.id === id ? { ...value, likes_count: value.likes_count + 1 } : undefined;

test('every cached copy of an item is rewritten, in lists and alone', () => {
  const feed = { pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 7 }] }] };
  expect(withChanged(feed, liked('b'))).toEqual({
    pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 8 }] }],
  });
  expect(withChanged({ data: { id: 'b', likes_count: 7 } }, liked('b'))).toEqual({ data: { id: 'b', likes_count: 8 } });
});

test('unchanged values keep their identity', () => {
  const feed = { pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 7 }] }] };
  expect(withChanged(feed, liked('c'))).toBe(feed);
  const changed = withChanged(feed, liked('b')) as typeof feed;
  expect(changed.pages[0]).toBe(feed.pages[0]);
  expect(changed.pages[1]).not.toBe(feed.pages[1]);
});

const isSecond = (item: unknown): boolean => typeof item === 'object' && item !== null && 'id' in item && item.id === 'b';

test('an item leaves every list, and the total falls by one', () => {
  const page = { data: [{ id: 'a' }, { id: 'b' }], meta: { total: 7, next_cursor: null } };
  expect(without({ pages: [page], pageParams: [null] }, isSecond)).toEqual({
    pages: [{ data: [{ id: 'a' }], meta: { total: 6, next_cursor: null } }],
    pageParams: [null],
  });
});

test('a list without the item keeps its identity', () => {
  const other = { pages: [{ data: [{ id: 'a' }], meta: { total: 1 } }] };
  expect(without(other, isSecond)).toBe(other);
});

test("the item's own query stays", () => {
  const alone = { id: 'b', images: [] };
  expect(without(alone, isSecond)).toBe(alone);
});

const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id: String(id).padStart(3, '0') })) });
const list = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? null : String(index))),
});
const ids = ({ pages }: ReturnType<typeof list> | ReturnType<typeof withNewest>) =>
  pages.map(({ data }) => data.map(({ id }) => Number(id)));

test('new posts are prepended, and the loaded pages stay', () => {
  expect(ids(withNewest(list(page(20, 19, 18), page(17, 16)), page(22, 21, 20, 19)))).toEqual([
    [22, 21, 20, 19, 18],
    [17, 16],
  ]);
});
test('posts that overlap the second page appear once', () => {
  expect(ids(withNewest(list(page(20, 19), page(18, 17)), page(21, 20, 19, 18)))).toEqual([[21, 20, 19, 18], [17]]);
});
test('a deleted post is removed', () => {
  expect(ids(withNewest(list(page(20, 19, 18), page(17)), page(21, 20, 18)))).toEqual([[21, 20, 18], [17]]);
});
test('a page that does not overlap the loaded pages replaces them', () => {
  expect(withNewest(list(page(20, 19), page(18)), page(50, 49, 48))).toEqual({ pages: [page(50, 49, 48)], pageParams: [null] });
});
test('a page replaces an empty or missing list', () => {
  expect(ids(withNewest(list(page()), page(2, 1)))).toEqual([[2, 1]]);
  expect(ids(withNewest(undefined, page(2, 1)))).toEqual([[2, 1]]);
});
test('an unchanged page changes nothing', () => {
  const before = list(page(20, 19), page(18));
  expect(ids(withNewest(before, page(20, 19)))).toEqual(ids(before));
});
