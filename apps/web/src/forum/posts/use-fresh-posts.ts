'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CurrentNumber } from '~/forum/topics/current-number.ts';
import { forumPostsReread } from '~/platform/lib/cache-events/forum.ts';
import type { Hint } from '~/platform/lib/hints.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { isSettled, whenSettled } from '~/platform/lib/use-toggle.ts';
import { fetchPosts, findLoadedPosts } from './post-queries.ts';

/** Refetches changed posts, or the posts around the current one if a hint names no change. `apply-hint.ts` handles likes and new posts. */
export function useFreshPosts(topicId: string, current: CurrentNumber): void {
  const client = useQueryClient();
  const stale = useRef(new Set<number>());

  const read = async (number: number): Promise<void> => {
    // Posts added during the request are missing from the response, but must stay.
    const knownIds = new Set(findLoadedPosts(client, topicId).map(({ id }) => id));
    const { data: posts, meta } = await fetchPosts(topicId, { around: number });
    const from = Math.min(number, posts[0]?.number ?? number);
    const to = meta.next_cursor === null ? Number.POSITIVE_INFINITY : (posts.at(-1)?.number ?? 0);
    // The response may predate a pending action of the viewer, so read again afterwards.
    if (!isSettled()) return whenSettled();
    forumPostsReread(client, topicId, { posts, from, to, known: knownIds });
    for (const staleNumber of stale.current)
      if (staleNumber === number || (staleNumber >= from && staleNumber <= to)) stale.current.delete(staleNumber);
  };
  const reread = async (): Promise<void> => {
    while (stale.current.size > 0) await read(Math.min(...stale.current));
  };
  const concerns = (hint: Hint): boolean => {
    const number = isAny(hint) ? current.get() : findLoadedPosts(client, topicId).find(({ id }) => id === hint.post_id)?.number;
    if (number === undefined || isNoPost(hint)) return false;
    stale.current.add(number);
    return true;
  };
  useHints(`topic:${topicId}`, reread, concerns);
}

const isAny = ({ event, change }: Hint): boolean => event === 'refresh' || change === undefined;
const isNoPost = ({ change, likes_count: likes }: Hint): boolean =>
  change === 'details' || change === 'post_added' || (change === 'likes' && likes !== undefined);
