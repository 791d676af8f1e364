import { type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { forumPostsAddedKey, forumPostsKey } from '~/platform/lib/query-keys.ts';

export type PostsPage = AnswerOf<typeof listForumPosts>;
export type From = { around: number } | { cursor: string };

export const fetchPosts = (topicId: string, from: From, signal?: AbortSignal): Promise<PostsPage> =>
  call(listForumPosts, {
    params: { id: topicId },
    query: 'around' in from ? { around: String(from.around) } : { cursor: from.cursor },
    ...(signal && { signal }),
  });

const around = (number: number): From => ({ around: number });

/** Maximum number of loaded pages of 20 posts. */
const pagesKept = 8;

/** Loaded posts of a topic. A jump replaces them; see `use-post-window.ts`. */
export const loadedPosts = (topicId: string, start: number) =>
  infiniteQueryOptions({
    queryKey: forumPostsKey(topicId),
    queryFn: ({ pageParam, signal }) => fetchPosts(topicId, pageParam, signal),
    initialPageParam: around(start),
    getNextPageParam: ({ meta }): From | null => (meta.next_cursor === null ? null : { cursor: meta.next_cursor }),
    getPreviousPageParam: ({ meta }): From | null => (meta.previous_cursor === null ? null : { cursor: meta.previous_cursor }),
    maxPages: pagesKept,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const findLoadedPages = (client: QueryClient, topicId: string): PostsPage[] =>
  client.getQueryData(loadedPosts(topicId, 1).queryKey)?.pages ?? [];

export const findLoadedPosts = (client: QueryClient, topicId: string): ForumPost[] =>
  findLoadedPages(client, topicId).flatMap(({ data }) => data);

/** Posts after a number; empty if all are hidden or deleted. */
export const postsAdded = (topicId: string, after: number, upTo: number) =>
  queryOptions({
    queryKey: forumPostsAddedKey(topicId, { after, upTo }),
    queryFn: async ({ signal }) => {
      const page = await fetchPosts(topicId, { around: after + 1 }, signal);
      return { ...page, data: page.data.filter(({ number }) => number > after) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
