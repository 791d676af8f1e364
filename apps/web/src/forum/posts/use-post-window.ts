import type { ForumPost } from '@mbari/contract/forum/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-post-pages';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Hint, onHint } from '~/platform/lib/hints.ts';
import { forumPostsAddedKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { fetchPosts, loadedPosts, postsAdded, type PostsPage } from './post-queries.ts';

/** `turn` distinguishes repeated jumps to a post. */
export interface Target {
  number: number;
  top: number;
  turn: number;
}

export interface PostWindow {
  posts: ForumPost[];
  query: UseInfiniteQueryResult<InfiniteData<PostsPage, unknown>>;
  target: Target;
  /** False while the target's page is loading. */
  hasTarget: boolean;
  /** Posts added after the loaded end. While the end is not loaded: posts added since the topic was opened. */
  added: { count: number; more: boolean; show: () => void };
  /** Number after which no readable post follows; null if posts may follow. */
  end: number | null;
  jump: (number: number, top?: number) => Promise<void>;
}

/** Milliseconds after which loaded posts are refetched on opening. */
const freshFor = 30_000;

/** Scrolling adds pages on both sides; a jump replaces them. */
export function usePostWindow(topic: { id: string; last_number: number }, start: { number: number; top: number }): PostWindow {
  const client = useQueryClient();
  const options = loadedPosts(topic.id, pageStart(start.number, topic.last_number));
  const [target, setTarget] = useState<Target>(() => {
    removeUnfit(client, options, start.number);
    return { ...start, turn: 1 };
  });
  const query = useInfiniteQuery(options);
  const posts = useMemo(() => postsIn(query.data), [query.data]);
  const last = posts.at(-1)?.number ?? 0;
  const ends = { first: !query.hasPreviousPage, last: !query.hasNextPage };
  const isAtEnd = query.isSuccess && ends.last;
  const { added, first: firstAdded, from, setSeen, forget } = useAdded(topic, last, query.isSuccess, isAtEnd);
  const jumps = useRef(0);

  const append = (page: PostsPage) =>
    client.setQueryData(
      options.queryKey,
      (loaded) => loaded && { pages: [...loaded.pages, page], pageParams: [...loaded.pageParams, { around: last + 1 }] },
    );
  /** Loads the page that contains a post. Discards the page if another jump has started. */
  const load = async (number: number, isLast: () => boolean): Promise<void> => {
    const page = await fetchPosts(topic.id, { around: number });
    // A page requested by scrolling would restore the posts shown before the jump.
    await client.cancelQueries({ queryKey: options.queryKey, exact: true });
    if (isLast()) client.setQueryData(options.queryKey, { pages: [page], pageParams: [{ around: number }] });
  };
  const jump = async (number: number, top = 0): Promise<void> => {
    const jumpNumber = (jumps.current += 1);
    const isLast = (): boolean => jumps.current === jumpNumber;
    try {
      if (!isLoaded(posts, number, { first: ends.first, last: false })) await load(number, isLast);
      if (isLast()) setTarget(({ turn }) => ({ number, top, turn: turn + 1 }));
    } catch {
      toast.error(words.jumpFailed);
    }
  };
  const showAdded = async (): Promise<void> => {
    if (firstAdded === undefined) return;
    setSeen(topic.last_number);
    if (!isAtEnd) return jump(firstAdded);
    try {
      const page = await client.fetchQuery(postsAdded(topic.id, from, topic.last_number));
      const [first] = page.data;
      if (first === undefined) return forget();
      append(page);
      setTarget(({ turn }) => ({ number: first.number, top: 0, turn: turn + 1 }));
    } catch {
      toast.error(words.jumpFailed);
    }
  };
  return {
    posts,
    query,
    target,
    hasTarget: isLoaded(posts, target.number, ends),
    added: { count: added?.count ?? 0, more: added?.more === true, show: () => void showAdded() },
    end: !isAtEnd ? null : topic.last_number <= from ? last : added?.count === 0 ? topic.last_number : null,
    jump,
  };
}

/** Removes the cached posts if they are stale or do not include the post. */
function removeUnfit(client: QueryClient, { queryKey }: ReturnType<typeof loadedPosts>, number: number): void {
  const { data, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
  const isFit = dataUpdatedAt >= Date.now() - freshFor && isLoaded(postsIn(data), number, endsOf(data?.pages ?? []));
  if (!isFit) client.removeQueries({ queryKey, exact: true });
}

/** Finds added posts. While the end is not loaded, ignores posts that existed on opening. `added` is undefined during a request. */
function useAdded(topic: { id: string; last_number: number }, last: number, isSuccess: boolean, isAtEnd: boolean) {
  'use no memo';
  const client = useQueryClient();
  const [seen, setSeen] = useState(topic.last_number);
  const { forget, ...announced } = useAnnouncedPosts(topic);
  const from = isAtEnd ? last : Math.max(seen, last);
  // A full page is displayed as "20+", so posts after this page need no request.
  const upTo = findFullPage(client, topic.id, from) ?? announced.since ?? topic.last_number;
  const isAsked = isSuccess && upTo > from;
  const { data: asked } = useQuery({ ...postsAdded(topic.id, from, upTo), enabled: isAsked });
  const earlier = isAsked ? (asked?.data.filter(({ number }) => number <= upTo).map(({ number }) => number) ?? []) : [];
  const numbers = isSuccess ? [...earlier, ...announced.numbers.filter((number) => number > Math.max(from, upTo))] : [];
  const isKnown = isSuccess && (!isAsked || asked !== undefined);
  const added = isKnown ? { count: numbers.length, more: isAsked && asked?.meta.next_cursor !== null && earlier.length > 0 } : undefined;
  return { added, first: numbers.length === 0 ? undefined : Math.min(...numbers), from, setSeen, forget };
}

/** Returns the `upTo` of an earlier request that found more than one page. */
function findFullPage(client: QueryClient, topicId: string, after: number): number | undefined {
  const queries = client.getQueriesData<PostsPage>({ queryKey: forumPostsAddedKey(topicId, { after }) });
  const [key] = queries.find(([, page]) => typeof page?.meta.next_cursor === 'string') ?? [];
  return (key?.at(-1) as { upTo: number } | undefined)?.upTo;
}

interface Announced {
  /** The topic's last post number before the first announced post. Null if no post was announced. */
  since: number | null;
  numbers: readonly number[];
}

const none: Announced = { since: null, numbers: [] };

/** Returns the numbers of posts announced since the topic was read. Forgets the numbers when hints may have been missed. */
function useAnnouncedPosts(topic: { id: string; last_number: number }): Announced & { forget: () => void } {
  'use no memo';
  const [announced, setAnnounced] = useState(none);
  const lastNumber = useEffectEvent(() => topic.last_number);
  useEffect(
    () =>
      onHint((hint) => {
        if (hint.event !== 'refresh' && (hint.event !== 'topic' || hint.id !== topic.id)) return;
        const last = lastNumber();
        setAnnounced((before) => withHint(before, hint, last));
      }),
    [topic.id],
  );
  return { ...announced, forget: () => setAnnounced(none) };
}

/** Returns `before` if the hint changes nothing. */
function withHint(before: Announced, { event, change, number = 0 }: Hint, last: number): Announced {
  const { since, numbers } = before;
  if (event === 'refresh' || change === undefined) return none;
  if (change === 'post_added' && number > (numbers.at(-1) ?? last)) return { since: since ?? last, numbers: [...numbers, number] };
  if (change === 'post_removed' && numbers.includes(number)) return { since, numbers: numbers.filter((one) => one !== number) };
  return before;
}

interface Pages {
  pages: readonly { data: ForumPost[] }[];
}

interface Ends {
  first: boolean;
  last: boolean;
}

export const postsIn = (loaded: Pages | undefined): ForumPost[] =>
  [...new Map(loaded?.pages.flatMap(({ data }) => data).map((post) => [post.number, post])).values()].sort((a, b) => a.number - b.number);

export const endsOf = (pages: readonly Pick<PostsPage, 'meta'>[]): Ends => ({
  first: pages[0]?.meta.previous_cursor === null,
  last: pages.at(-1)?.meta.next_cursor === null,
});

/** Also true for a missing number between loaded posts. */
export function isLoaded(posts: readonly ForumPost[], number: number, ends: Ends): boolean {
  const [first, last] = [posts[0], posts.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (number >= first.number || ends.first) && (number <= last.number || ends.last);
}

/** Starts the page early enough to fill it. Otherwise posts loaded above later would move the target post. */
export const pageStart = (number: number, last: number): number => Math.max(1, Math.min(number, last - limits.perPage + 1));

/** Returns the post with this number, otherwise the next, otherwise the last. */
export const nearest = <Post extends { number: number }>(posts: readonly Post[], number: number): Post | undefined =>
  posts.find((post) => post.number >= number) ?? posts.at(-1);
