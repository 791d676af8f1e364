'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/topic-writing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MarkdownHtml } from '~/forum/markdown/markdown-html.tsx';
import { postsAdded } from '~/forum/posts/post-queries.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { Button } from '~/platform/ui/button.tsx';

/** Polling interval in milliseconds while the viewer writes. */
const refetchPause = 20_000;

export function useNewReplies(topicId: string, since: number): { posts: ForumPost[]; more: boolean } {
  const { user } = useSession();
  const { data, refetch } = useQuery({
    ...postsAdded(topicId, since, Number.POSITIVE_INFINITY),
    refetchInterval: () => pollEvery(refetchPause),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const posts = data?.data.filter(({ author }) => author !== null && author.id !== user?.id) ?? [];
  const more = posts.length >= limits.perPage;
  useHints(
    `topic:${topicId}`,
    () => refetch({ throwOnError: true }),
    ({ event, change, post_id: postId }) => {
      if (event === 'refresh' || change === undefined) return true;
      // A full page is displayed as "20+", so later posts change nothing.
      if (change === 'post_added') return !more;
      return (change === 'post_changed' || change === 'post_removed') && posts.some(({ id }) => id === postId);
    },
  );
  return { posts, more };
}

export function NewReplies({ posts, more }: ReturnType<typeof useNewReplies>) {
  const [isOpen, setOpen] = useState(false);
  const count = posts.length;
  return (
    <div className="new-replies">
      <div className="flex flex-wrap items-center gap-x-s3">
        <p role="status" className="new-replies-count">
          {count > 0 && words.newReplies({ count, more })}
        </p>
        {count > 0 && (
          <Button kind="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.hideReplies : words.showReplies({ count })}
          </Button>
        )}
      </div>
      {isOpen && count > 0 && (
        <ol className="new-replies-list">
          {posts.map(({ id, author, body_html }) => (
            <li key={id}>
              <p className="font-semibold" dir="auto">
                {author?.name}
              </p>
              <MarkdownHtml html={body_html} authorId={author?.id} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
