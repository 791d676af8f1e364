import type { Author } from '@mbari/contract/people/members';
import { type CommentInConversation, type CommentThread, listComments, listReplies, readComment } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { withNewest } from '~/platform/lib/add-newest.ts';
import { call } from '~/platform/lib/call.ts';
import { commentKey, commentsKey } from '~/platform/lib/query-keys.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { isSettled, whenSettled } from '~/platform/lib/use-toggle.ts';

/** The comments on a post: the newest page first, older ones on demand. */
export const commentsOn = (photoId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(photoId),
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { params: { id: photoId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

export const commentById = (photoId: string, id: string) =>
  queryOptions({
    queryKey: commentKey(photoId, id),
    queryFn: async ({ signal }) => (await call(readComment, { params: { id }, signal })).data,
    staleTime: Infinity,
    retry: false,
  });

type Conversation = InfiniteData<Awaited<ReturnType<typeof fetchNewest>>>;
const fetchNewest = (photoId: string) => call(listComments, { params: { id: photoId } });

const unsent = 'unsent-';
export const unsentId = (): string => `${unsent}${randomId()}`;

/** Optimistic comments cannot be deleted, reported or replied to yet. */
export const isUnsent = ({ id }: { id: string }): boolean => id.startsWith(unsent);

/** Merges the newest page from the server into the cache. Keeps older pages. Throws if the request fails. */
export async function readNewestComments(client: QueryClient, photoId: string): Promise<void> {
  const { queryKey } = commentsOn(photoId);
  const page = await fetchSettled(photoId);
  client.setQueryData(queryKey, (conversation: Conversation | undefined) => {
    if (conversation === undefined) return conversation;
    const threads = inReadingOrder(conversation);
    // The response may lack the viewer's pending comment. The comment's hint triggers another read.
    if (threads.some((thread) => isUnsent(thread) || thread.replies.some(isUnsent))) return conversation;
    const knownThreads = new Map(threads.map((thread) => [thread.id, thread]));
    return withNewest(conversation, { ...page, data: page.data.map((thread) => withEarlierReplies(thread, knownThreads.get(thread.id))) });
  });
}

/** Waits for pending likes, because an older response would revert them. */
async function fetchSettled(photoId: string): ReturnType<typeof fetchNewest> {
  for (;;) {
    await whenSettled();
    const page = await fetchNewest(photoId);
    if (isSettled()) return page;
  }
}

export async function readEarlierReplies(
  client: QueryClient,
  photoId: string,
  { id, replies_cursor: cursor }: CommentThread,
): Promise<void> {
  if (cursor === null) return;
  const { data, meta } = await call(listReplies, { params: { id }, query: { cursor } });
  patchThread(client, photoId, id, (thread) => {
    const shownIds = new Set(thread.replies.map((reply) => reply.id));
    return {
      ...thread,
      replies: [...thread.replies, ...data.filter((reply) => !shownIds.has(reply.id))],
      replies_cursor: meta.next_cursor,
    };
  });
}

export async function readNewestReplies(client: QueryClient, photoId: string, threadId: string): Promise<void> {
  const { data, meta } = await call(listReplies, { params: { id: threadId } });
  patchThread(client, photoId, threadId, (thread) =>
    withEarlierReplies({ ...thread, replies: data, replies_count: meta.total, replies_cursor: meta.next_cursor }, thread),
  );
}

/** Returns the comments, oldest first. */
export const inReadingOrder = (conversation: Conversation): CommentThread[] => conversation.pages.flatMap(({ data }) => data).reverse();

export function participantsOf(client: QueryClient, { id, user }: Photo): Author[] {
  const conversation = client.getQueryData(commentsOn(id).queryKey);
  const threads = conversation ? inReadingOrder(conversation) : [];
  return [user, ...threads.flatMap((thread) => [thread.user ?? [], ...thread.replies.map((reply) => reply.user)].flat())];
}

export function patchThreads(
  client: QueryClient,
  photoId: string,
  change: (threads: CommentThread[], page: number) => CommentThread[],
): void {
  client.setQueryData(
    commentsOn(photoId).queryKey,
    (conversation: Conversation | undefined) =>
      conversation && { ...conversation, pages: conversation.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
  );
}

export const patchThread = (client: QueryClient, photoId: string, id: string, change: (thread: CommentThread) => CommentThread): void =>
  patchThreads(client, photoId, (threads) => threads.map((thread) => (thread.id === id ? change(thread) : thread)));

type Likes = Pick<CommentInConversation, 'is_liked' | 'likes_count'>;

export function patchLikes(client: QueryClient, photoId: string, id: string, change: (likes: Likes) => Likes): void {
  const patch = <One extends Likes & { id: string }>(one: One): One => (one.id === id ? { ...one, ...change(one) } : one);
  patchThreads(client, photoId, (threads) => threads.map((thread) => ({ ...patch(thread), replies: thread.replies.map(patch) })));
}

export const threadOf = (comment: CommentInConversation): CommentThread => ({
  ...comment,
  is_deleted: false,
  replies_count: 0,
  replies: [],
  replies_cursor: null,
});

/** Removes a deleted comment; a comment with replies becomes a tombstone. Removes a deleted reply, and its tombstone after the last reply. */
export function withoutComment(thread: CommentThread, { id, thread_id: threadId }: CommentInConversation): CommentThread[] {
  if (thread.id === id) return thread.replies_count === 0 ? [] : [{ ...thread, is_deleted: true, user: null, content: '' }];
  if (thread.id !== threadId || !thread.replies.some((reply) => reply.id === id)) return [thread];
  const remaining = { ...thread, replies: thread.replies.filter((reply) => reply.id !== id), replies_count: thread.replies_count - 1 };
  return remaining.is_deleted && remaining.replies_count === 0 ? [] : [remaining];
}

/** Restores a comment whose deletion failed. */
export function withComment(thread: CommentThread, comment: CommentInConversation): CommentThread {
  if (thread.id === comment.id) return { ...thread, user: comment.user, content: comment.content, is_deleted: false };
  if (thread.id !== comment.thread_id || thread.replies.some(({ id }) => id === comment.id)) return thread;
  const newer = thread.replies.filter(({ created_at }) => created_at > comment.created_at);
  const replies = [...newer, comment, ...thread.replies.slice(newer.length)];
  return { ...thread, replies, replies_count: thread.replies_count + 1 };
}

/** Keeps earlier loaded replies, unless there is a gap between them and the current replies. */
export function withEarlierReplies(thread: CommentThread, before: CommentThread | undefined): CommentThread {
  const read = new Set(thread.replies.map(({ id }) => id));
  const oldest = thread.replies.at(-1)?.id;
  if (oldest === undefined || thread.replies_cursor === null || !before?.replies.some(({ id }) => read.has(id))) return thread;
  // Ids are ordered by time.
  const earlier = before.replies.filter(({ id }) => id < oldest);
  if (earlier.length === 0) return thread;
  return { ...thread, replies: [...thread.replies, ...earlier], replies_cursor: before.replies_cursor };
}

export const commentAnchor = (id: string): string => `comment-${id}`;
