import type { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Conversation = Pick<ReturnType<typeof useInfiniteQuery>, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>;

export const commentAnchor = (id: string): string => `comment-${id}`;

/** Older comments are loaded so many times for a link to one of them. */
const mostPages = 10;

/** A link to a comment leads to it, and older ones are loaded until it is there. */
export function useLinkedComment({ hasNextPage, isFetching, fetchNextPage }: Conversation, count: number): void {
  const { hash } = useLocation();
  const reached = useRef('');
  const pages = useRef(0);
  useEffect(() => {
    if (!hash.startsWith(commentAnchor('')) || reached.current === hash || count === 0) return;
    const comment = document.getElementById(hash);
    if (comment) {
      reached.current = hash;
      comment.scrollIntoView({ block: 'center' });
      comment.focus({ preventScroll: true });
    } else if (hasNextPage && !isFetching && pages.current < mostPages) {
      pages.current += 1;
      void fetchNextPage();
    }
  }, [hash, count, hasNextPage, isFetching, fetchNextPage]);
}
