import type { AnswerOf } from '@mbari/contract/endpoint';
import { listForumPosts } from '@mbari/contract/forum-post-pages';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { forumPostsAddedKey, forumPostsKey } from '~/platform/lib/query-keys.ts';

export type PostsPage = AnswerOf<typeof listForumPosts>;
/** Where a page of posts begins or ends. */
export type From = { around: number } | { cursor: string };

export const fetchPosts = (topicId: string, from: From, signal?: AbortSignal): Promise<PostsPage> =>
  call(listForumPosts, {
    params: { id: topicId },
    query: 'around' in from ? { around: String(from.around) } : { cursor: from.cursor },
    ...(signal && { signal }),
  });

const around = (number: number): From => ({ around: number });

/** Pages that are in the document at once, of twenty posts each; of a longer topic, those nearest to what is read. */
const pagesKept = 8;

/** The posts of a topic that are loaded. A jump replaces them: see `use-post-window.ts`. */
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

/** Returns the pages of a topic that are loaded now. */
export const findLoadedPages = (client: QueryClient, topicId: string): PostsPage[] =>
  client.getQueryData(loadedPosts(topicId, 1).queryKey)?.pages ?? [];

export const findLoadedPosts = (client: QueryClient, topicId: string): ForumPost[] =>
  findLoadedPages(client, topicId).flatMap(({ data }) => data);

/** Posts behind the last that is loaded, up to the topic's highest number. There are none where all of them are hidden or gone. */
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
