import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { Topic } from '@mbari/contract/shapes/forum-topics';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { KeepPosition } from './keep-position.tsx';
import { PositionRail } from './position-rail.tsx';
import { PostsSkeleton } from './posts-skeleton.tsx';
import { addressOfPost, topInHistory } from './topic-address.ts';
import { TopicBar } from './topic-bar.tsx';
import { useLeadOn } from './use-lead-on.ts';
import { usePostWindow } from './use-post-window.ts';
import { useReadMarks } from './use-read-marks.ts';
import { useReadingPosition } from './use-reading-position.ts';
import * as words from './words.ts';
import './topic-reader.css';

interface TopicReaderProps {
  topic: Topic;
  /** Of the address; without one it opens where the viewer has read to. */
  number: number | undefined;
  head: ReactNode;
  renderPost: (post: ForumPost) => ReactNode;
  /** Behind the last post. */
  foot?: ReactNode;
  /** In the bar of a narrow window. */
  barActions?: ReactNode;
}

/** A topic as it is read: the posts near a position, and ways to every other one. */
export function TopicReader({ topic, number, head, renderPost, foot, barActions }: TopicReaderProps) {
  // What was new when the topic was opened stays marked while it is read.
  const [opened] = useState(topic);
  const window = usePostWindow(topic, { number: number ?? opened.first_unread ?? opened.last_number, top: topInHistory() });
  const { query, target, added, jump } = window;
  const posts = useDeferredValue(window.posts);
  const list = useRef<HTMLOListElement>(null);
  const onSeen = useReadMarks(opened);
  const isPending = posts !== window.posts || query.isPending;
  // One page at a time, and none before the last one is in the document.
  const isBusy = isPending || query.isFetching;
  const current = useReadingPosition({ topic, list, posts, isPending, target, end: window.end, onSeen });
  const goTo = useGoTo(topic, jump);
  useLeadOn(topic.id, number, isPending ? undefined : posts);
  const news =
    opened.first_unread === null || opened.unread_posts_count === 0
      ? null
      : { number: opened.first_unread, count: opened.unread_posts_count };
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
      <TopicBar category={topic.category} rail={rail} actions={barActions} />
      <div className="topic-main">
        {head}
        {query.isPending || (posts.length === 0 && isPending) ? (
          <PostsSkeleton />
        ) : query.data === undefined ? (
          <EmptyState
            drawing="cracked"
            title={words.postsFetchFailed}
            action={
              <Button busy={query.isFetching && 'Try Again'} onClick={() => void query.refetch()}>
                Try Again
              </Button>
            }
          >
            {words.postsFetchFailedHint}
          </EmptyState>
        ) : (
          <>
            {query.hasPreviousPage && (
              <LoadMoreButton
                label={words.earlierPosts}
                busy={isBusy}
                failed={query.isFetchPreviousPageError}
                onLoad={() => void query.fetchPreviousPage({ cancelRefetch: false })}
              />
            )}
            <KeepPosition list={list} posts={posts}>
              <ol ref={list} className="topic-posts">
                {posts.map((post) => (
                  <li key={post.id} data-number={post.number} className="topic-post">
                    {news !== null && post.number > 1 && isFirstNew(posts, post, news.number) && (
                      <p className="topic-new">{words.newSince(news.count, post.created_at)}</p>
                    )}
                    <Fragment>{renderPost(post)}</Fragment>
                  </li>
                ))}
              </ol>
            </KeepPosition>
            {query.hasNextPage && (
              <LoadMoreButton
                label={words.laterPosts}
                busy={isBusy}
                failed={query.isFetchNextPageError}
                onLoad={() => void query.fetchNextPage({ cancelRefetch: false })}
              />
            )}
            <div className="topic-added">
              <p role="status" className="sr-only">
                {added.posts.length > 0 && words.newPosts(added.posts.length, added.more)}
              </p>
              {added.posts.length > 0 && (
                <Button kind="quiet" onClick={added.show}>
                  {words.newPosts(added.posts.length, added.more)} <ArrowDown size={18} strokeWidth={1.6} aria-hidden="true" />
                </Button>
              )}
            </div>
            {foot}
          </>
        )}
      </div>
      <aside className="topic-rail">
        <PositionRail {...rail} />
      </aside>
    </div>
  );
}

const isFirstNew = (posts: readonly ForumPost[], post: ForumPost, number: number): boolean =>
  post.number >= number && posts.find((other) => other.number >= number) === post && (posts[0]?.number ?? 1) <= number;

/**
 * Links to posts of the topic that is open lead there at once, and Back leads back to where they were pressed. The router would not
 * turn a page whose address it believes to be open.
 */
function useGoTo(topic: Topic, jump: (number: number, top?: number) => Promise<void>) {
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
