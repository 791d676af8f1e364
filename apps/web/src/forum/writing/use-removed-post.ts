import type { ForumPost } from '@mbari/contract/forum/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findLoadedPages } from '~/forum/posts/post-queries.ts';
import { endsOf, isLoaded, postsIn } from '~/forum/posts/post-window.ts';

/** True if the post is a placeholder, or missing although its page is loaded. */
export function useRemovedPost(topicId: string, post: Pick<ForumPost, 'id' | 'number'> | null): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      if (post === null) return false;
      const pages = findLoadedPages(client, topicId);
      const posts = postsIn({ pages });
      const shownPost = posts.find(({ id }) => id === post.id);
      return shownPost?.is_deleted ?? isLoaded(posts, post.number, endsOf(pages));
    },
  );
}
