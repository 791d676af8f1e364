import type { MovedTo, ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { fetchPosts } from '~/features/forum-posts/post-queries.ts';

/** Where the post of the address was moved to another topic, its new address takes the place of the old one. */
export function useLeadOn(topicId: string, number: number | undefined, posts: readonly ForumPost[] | undefined): void {
  const navigate = useNavigate();
  const missing = posts?.some((post) => post.number === number) === false ? number : undefined;
  const follow = useEffectEvent((to: MovedTo | null) => {
    if (to === null) return;
    const params = { id: to.topic_id, slug: to.slug, number: String(to.number) };
    void navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params, replace: true });
  });
  useEffect(() => {
    if (missing === undefined) return undefined;
    const leaving = new AbortController();
    void fetchPosts(topicId, { around: missing }, leaving.signal).then(
      ({ meta }) => leaving.signal.aborted || follow(meta.moved_to),
      // Where the question fails, the post next to it is shown.
      () => undefined,
    );
    return () => leaving.abort();
  }, [topicId, missing]);
}
