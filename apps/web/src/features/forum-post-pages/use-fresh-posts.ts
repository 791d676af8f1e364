'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import type { CurrentNumber } from '~/features/topic-rail/current-number.ts';
import { forumPostsReread } from '~/lib/cache-events/forum.ts';
import { useHints } from '~/lib/use-hints.ts';
import { isSettled } from '~/lib/use-toggle.ts';
import { fetchPosts, findLoadedPosts } from './post-queries.ts';

/** When something of the topic has changed, the posts near the one that is read are read anew: their likes and texts, and which are gone. New ones do not come. */
export function useFreshPosts(topicId: string, current: CurrentNumber): void {
  const client = useQueryClient();
  const reread = async () => {
    const number = current.get();
    // Those written meanwhile are not in the answer, and not gone.
    const known = new Set(findLoadedPosts(client, topicId).map(({ id }) => id));
    const { data: posts, meta } = await fetchPosts(topicId, { around: number });
    const from = Math.min(number, posts[0]?.number ?? number);
    const to = meta.next_cursor === null ? Number.POSITIVE_INFINITY : (posts.at(-1)?.number ?? 0);
    // What the viewer has pressed meanwhile, the answer does not know; the next hint follows.
    if (isSettled()) forumPostsReread(client, topicId, { posts, from, to, known });
  };
  useHints(`topic:${topicId}`, reread);
}
