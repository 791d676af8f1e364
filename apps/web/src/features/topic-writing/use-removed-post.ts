import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findLoadedPosts } from '~/features/forum-post-pages/post-queries.ts';

/** Returns whether a post was deleted or hidden: it is missing between its neighbours, or a placeholder replaces it. */
export function useRemovedPost(topicId: string, post: Pick<ForumPost, 'id' | 'number'> | null): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      if (post === null) return false;
      const loaded = findLoadedPosts(client, topicId);
      const shown = loaded.find(({ id }) => id === post.id);
      if (shown) return shown.is_deleted;
      return loaded.some(({ number }) => number < post.number) && (loaded.at(-1)?.number ?? 0) >= post.number - 1;
    },
  );
}
