import type { CommentThread } from '@mbari/contract/photos/comments';
import { type useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { commentById, readEarlierReplies, readNewestReplies } from './comment-queries.ts';
import { commentAnchor } from './threads.ts';

type Conversation = Pick<ReturnType<typeof useInfiniteQuery>, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>;

const mostPages = 10;

/** Loads up to ten pages until the linked comment or reply appears, then scrolls to it. */
export function useLinkedComment(
  photoId: string,
  { hasNextPage, isFetching, fetchNextPage }: Conversation,
  threads: CommentThread[],
): void {
  const { hash } = useLocation();
  const client = useQueryClient();
  const id = hash.startsWith(commentAnchor('')) ? hash.slice(commentAnchor('').length) : '';
  const isShown = threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id));
  const linked = useQuery({ ...commentById(photoId, id), enabled: id !== '' && threads.length > 0 && !isShown });
  const reached = useRef('');
  const steps = useRef({ hash: '', taken: 0 });
  useEffect(() => {
    if (id === '' || reached.current === hash || threads.length === 0) return;
    if (steps.current.hash !== hash) steps.current = { hash, taken: 0 };
    const comment = document.getElementById(hash);
    if (comment) {
      reached.current = hash;
      comment.scrollIntoView({ block: 'center' });
      comment.focus({ preventScroll: true });
      return;
    }
    if (linked.data === undefined || steps.current.taken >= mostPages) return;
    const { thread_id: threadId } = linked.data;
    const thread = threads.find((one) => one.id === threadId);
    if (thread) {
      const isFirst = steps.current.taken++ === 0;
      // The cached thread may be older than the reply.
      const read = isFirst ? readNewestReplies(client, photoId, thread.id) : readEarlierReplies(client, photoId, thread);
      read.catch(() => undefined);
    } else if (hasNextPage && !isFetching) {
      steps.current.taken += 1;
      void fetchNextPage();
    }
  }, [id, hash, photoId, client, threads, linked.data, hasNextPage, isFetching, fetchNextPage]);
}
