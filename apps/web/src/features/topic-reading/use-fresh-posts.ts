'use no memo';

import { useQueryClient } from '@tanstack/react-query';
import { fetchPosts } from '~/features/forum-posts/post-queries.ts';
import { forumPostsReread } from '~/lib/cache-events/forum.ts';
import { useHints } from '~/lib/use-hints.ts';
import { isSettled } from '~/lib/use-toggle.ts';

/** When something of the topic has changed, the posts near the one that is read are read anew: their likes, their texts. None comes or goes. */
export function useFreshPosts(topicId: string, number: number): void {
  const client = useQueryClient();
  const reread = async () => {
    const page = await fetchPosts(topicId, { around: number });
    // What the viewer has pressed meanwhile, the answer does not know; the next hint follows.
    if (isSettled()) forumPostsReread(client, topicId, page.data);
  };
  useHints(`topic:${topicId}`, reread);
}
