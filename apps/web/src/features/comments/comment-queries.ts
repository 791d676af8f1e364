import { listComments } from '@mbari/contract/comments';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Author } from '@mbari/contract/shapes/members';
import type { Photo } from '@mbari/contract/shapes/photos';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { withNewest } from '~/lib/add-newest.ts';
import { call } from '~/lib/call.ts';
import { commentsKey } from '~/lib/query-keys.ts';
import { randomId } from '~/lib/random-id.ts';
import { isSettled, whenSettled } from '~/lib/use-toggle.ts';

/** A post's comments: the newest page first, older ones on demand. */
export const commentsOn = (photoId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(photoId),
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { params: { id: photoId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

type Conversation = InfiniteData<Awaited<ReturnType<typeof fetchNewest>>>;
const fetchNewest = (photoId: string) => call(listComments, { params: { id: photoId } });

const unsent = 'unsent-';
export const unsentId = (): string => `${unsent}${randomId()}`;

/** Shown before the server has it. It can be neither deleted nor reported yet. */
export const isUnsent = ({ id }: CommentInConversation): boolean => id.startsWith(unsent);

/** Adds what others have written since, and takes out what they deleted. Older pages that are shown stay. Throws where the server cannot be asked. */
export async function readNewestComments(client: QueryClient, photoId: string): Promise<void> {
  const { queryKey } = commentsOn(photoId);
  const page = await fetchSettled(photoId);
  client.setQueryData(queryKey, (shown: Conversation | undefined) => {
    // The answer may be of before the viewer's own comment, of which there will be a hint, too.
    if (shown === undefined || inReadingOrder(shown).some(isUnsent)) return shown;
    return withNewest(shown, page);
  });
}

/** An answer of before the viewer's last like would take it back. */
async function fetchSettled(photoId: string): ReturnType<typeof fetchNewest> {
  for (;;) {
    await whenSettled();
    const page = await fetchNewest(photoId);
    if (isSettled()) return page;
  }
}

/** The comments in the order in which they were written. */
export const inReadingOrder = (conversation: Conversation): CommentInConversation[] =>
  conversation.pages.flatMap(({ data }) => data).reverse();

/** Who posted and who has commented, as far as the conversation has been read. */
export function participantsOf(client: QueryClient, { id, user }: Photo): Author[] {
  const conversation = client.getQueryData(commentsOn(id).queryKey);
  return [user, ...(conversation ? inReadingOrder(conversation).map((comment) => comment.user) : [])];
}

/** Changes the cached comments, page by page; each page is newest first. */
export function patchComments(
  client: QueryClient,
  photoId: string,
  change: (comments: CommentInConversation[], page: number) => CommentInConversation[],
): void {
  client.setQueryData(
    commentsOn(photoId).queryKey,
    (conversation: Conversation | undefined) =>
      conversation && { ...conversation, pages: conversation.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
  );
}
