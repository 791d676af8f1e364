import { listComments } from '@mbari/contract/photos';
import type { Comment } from '@mbari/contract/shapes/photos';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { isPhoto } from '~/features/photos/photo-queries.ts';
import { call } from '~/lib/call.ts';
import { patchCached } from '~/lib/patch-cached.ts';
import { counted } from '~/lib/use-toggle.ts';

/** The conversation below a post: the newest page first, older ones as they are asked for. */
export const commentsOn = (photoId: string) =>
  infiniteQueryOptions({
    queryKey: ['photo', photoId, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { params: { id: photoId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

type Conversation = InfiniteData<Awaited<ReturnType<typeof fetchPage>>>;
const fetchPage = (photoId: string) => call(listComments, { params: { id: photoId } });

/** The comments in the order in which they were written. */
export const inReadingOrder = (conversation: Conversation): Comment[] => conversation.pages.flatMap(({ data }) => data).reverse();

/** Rewrites the conversation's comments, each page newest first. */
export function patchComments(client: QueryClient, photoId: string, change: (comments: Comment[], page: number) => Comment[]): void {
  client.setQueryData(
    commentsOn(photoId).queryKey,
    (conversation: Conversation | undefined) =>
      conversation && { ...conversation, pages: conversation.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
  );
}

export function countComments(client: QueryClient, photoId: string, by: number): void {
  patchCached(client, isPhoto, photoId, (photo) => ({ ...photo, comments_count: counted(photo.comments_count, by) }));
}
