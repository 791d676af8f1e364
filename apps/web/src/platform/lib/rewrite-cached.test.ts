import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rewriteCached } from './rewrite-cached.ts';
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
