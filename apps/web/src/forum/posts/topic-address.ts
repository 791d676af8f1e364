'use no memo';

import type { ForumPost, MovedTo } from '@mbari/contract/forum/posts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { fetchPosts } from './post-queries.ts';

export const addressOfPost = ({ id, slug }: { id: string; slug: string }, number: number): string =>
  `/forum/t/${id}/${encodeURIComponent(slug)}/${number}`;

/** Bypasses the router, which would render another page. Reload and Back restore the post and its offset. */
export function followInAddress(topic: { id: string; slug: string }, number: number, top: number): void {
  if (!location.pathname.startsWith(`/forum/t/${topic.id}`)) return;
  const state: unknown = { ...(history.state as object | null), topicTop: top };
  History.prototype.replaceState.call(history, state, '', addressOfPost(topic, number));
}

/** The post's distance from the upper edge when the page was left. */
export function topInHistory(): number {
  const { topicTop } = (history.state ?? {}) as { topicTop?: unknown };
  return typeof topicTop === 'number' ? topicTop : 0;
}

/** Redirects if the URL's post moved to another topic. */
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
    // If the request fails, the nearest post is shown.
    void fetchPosts(topicId, { around: missing }, leaving.signal)
      .then(({ meta }) => meta.moved_to, movedToIn)
      .then((to) => leaving.signal.aborted || follow(to));
    return () => leaving.abort();
  }, [topicId, missing]);
}

const movedToIn = (error: unknown): MovedTo | null =>
  error instanceof CallRefused && error.code === 'moved' ? (error.data as { moved_to: MovedTo }).moved_to : null;
