'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-post-pages';
import { connectionDropped } from '@mbari/words/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, Suspense, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { TitleBar, TopicBar } from '~/forum/topics/topic-bar.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { LoadedPosts } from './loaded-posts.tsx';
import { addressOfPost, topInHistory, useLeadOn } from './topic-address.ts';
import { useFreshPosts } from './use-fresh-posts.ts';
import { usePostWindow } from './use-post-window.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useReadingPosition } from './use-reading-position.ts';
import './topic-reader.css';

// Shown in wide windows. In narrow windows, the topic bar opens the rail in a dialog.
const PositionRail = optionalLazy(async () => (await import('~/forum/topics/position-rail.tsx')).PositionRail);

interface TopicReaderProps {
  topic: Topic;
  /** Post number in the URL. If it is missing, the topic opens at the viewer's read position. */
  number: number | undefined;
  head: ReactNode;
  renderPost: (post: ForumPost) => ReactNode;
  footer?: ReactNode;
}

export function TopicReader({ topic, number, head, renderPost, footer }: TopicReaderProps) {
  // Posts that were new on opening stay marked.
  const [opened] = useState(topic);
  const window = usePostWindow(topic, { number: number ?? opened.first_unread ?? opened.last_number, top: topInHistory() });
  const { query, target, hasTarget, jump } = window;
  const posts = useDeferredValue(window.posts);
  const list = useRef<HTMLOListElement>(null);
  const onSeen = useReadMarks(opened);
  const viewerId = useSession().user?.id;
  const isOwn = (number: number) => number > 1 && posts.find((post) => post.number === number)?.author?.id === viewerId;
  const isPending = posts !== window.posts || query.isPending;
  const current = useReadingPosition({ topic, list, posts, isPending, target, hasTarget, end: window.end, onSeen, isOwn });
  useFreshPosts(topic.id, current);
  const goTo = useGoTo(topic, jump);
  const isWide = useMediaQuery('(min-width: 1001px)');
  useLeadOn(topic.id, number, isPending ? undefined : posts);
  const news =
    opened.first_unread === null || opened.unread_posts_count === 0
      ? null
      : { number: opened.first_unread, count: opened.unread_posts_count, more: opened.unread_posts_count >= limits.unreadPostCount };
  const rail = {
    current,
    last: topic.last_number,
    news,
    firstAt: topic.created_at,
    latestAt: topic.latest_post?.created_at ?? topic.created_at,
    dayOf: (at: number) => posts.find((post) => post.number === at)?.created_at,
    onJump: (to: number) => void jump(to),
  };
  return (
    <div className="topic" onClickCapture={(event) => goTo(event)}>
      {isWide ? <TitleBar topic={topic} /> : <TopicBar topic={topic} rail={rail} />}
      <div className="topic-main">
        {head}
        {query.isPending || (posts.length === 0 && isPending) ? (
          <PostsSkeleton />
        ) : query.data === undefined ? (
          <PostsFailed busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <LoadedPosts list={list} window={window} posts={posts} isPending={isPending} news={news} renderPost={renderPost} />
            {footer}
          </>
        )}
      </div>
      {isWide && (
        <aside className="topic-rail" aria-label={words.position}>
          <Suspense>
            <PositionRail {...rail} />
          </Suspense>
        </aside>
      )}
    </div>
  );
}

export function PostsSkeleton() {
  return (
    <div role="status" className="topic-skeleton">
      <span className="sr-only">{words.loadingPosts}</span>
      {[0, 1, 2].map((post) => (
        <div key={post} aria-hidden="true">
          <i />
          <b />
          <b />
          <b />
        </div>
      ))}
    </div>
  );
}

function PostsFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <LoadFailed title={words.postsFailed} busy={busy} onRetry={onRetry}>
      {connectionDropped}
    </LoadFailed>
  );
}

/** Jumps to posts linked within the open topic. The router would ignore a link to the address that it last opened. Back returns to the link. */
function useGoTo(topic: { id: string; slug: string }, jump: (number: number, top?: number) => Promise<void>) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const visit = state.__TSR_key;
  const shown = useRef(visit);
  const follow = useEffectEvent((visit: string | undefined, number: number | undefined) => {
    if (shown.current === visit || number === undefined) return;
    shown.current = visit;
    void jump(number, topInHistory());
  });
  const number = numberIn(pathname, topic.id);
  useEffect(() => follow(visit, number), [visit, number]);
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link && numberIn(link.pathname, topic.id);
    if (!link || !to || event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    void navigate({ href: addressOfPost(topic, to), state: (state) => ({ ...state, jump: Date.now() }), resetScroll: false });
  };
}

function numberIn(pathname: string, topicId: string): number | undefined {
  const [, id, number] = /^\/forum\/t\/([^/]+)\/[^/]+\/([1-9][0-9]{0,8})$/.exec(pathname) ?? [];
  return id === topicId ? Number(number) : undefined;
}
