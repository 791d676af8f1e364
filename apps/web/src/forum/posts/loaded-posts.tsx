import type { ForumPost } from '@mbari/contract/forum/posts';
import { date, relative } from '@mbari/words/format';
import * as words from '@mbari/words/forum-post-pages';
import { ArrowDown } from 'lucide-react';
import { Component, type ReactNode, type RefObject } from 'react';
import type { PositionRailProps } from '~/forum/topics/position-rail.tsx';
import { dayAndMonth, daysAgo } from '~/platform/lib/dates.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import type { PostWindow } from './use-post-window.ts';

interface LoadedPostsProps {
  list: RefObject<HTMLOListElement | null>;
  window: PostWindow;
  /** Rendered posts; `isPending` while a newer list is being rendered. */
  posts: readonly ForumPost[];
  isPending: boolean;
  news: PositionRailProps['news'];
  renderPost: (post: ForumPost) => ReactNode;
}

export function LoadedPosts({ list, window: { query, added }, posts, isPending, news, renderPost }: LoadedPostsProps) {
  // Loads one page at a time, after the previous page is rendered.
  const isBusy = isPending || query.isFetching;
  const firstNew = news === null ? undefined : firstNewOf(posts, news.number);
  return (
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
            <PostRow key={post.id} post={post} news={post === firstNew ? news : null} renderPost={renderPost} />
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
      <PostsAdded added={added} />
    </>
  );
}

/** A separate component, so that existing posts do not re-render. */
const PostRow = ({ post, news, renderPost }: { post: ForumPost } & Pick<LoadedPostsProps, 'news' | 'renderPost'>) => (
  <li data-number={post.number} className="topic-post">
    {news !== null && <p className="topic-new">{words.newSince({ ...news, when: sinceWhen(post.created_at) })}</p>}
    {renderPost(post)}
  </li>
);

/** Returns the first new post; undefined if new posts may precede the loaded posts. */
function firstNewOf(posts: readonly ForumPost[], number: number): ForumPost | undefined {
  const firstPost = posts.find((post) => post.number >= number);
  return firstPost === undefined || firstPost.number === 1 || (posts[0]?.number ?? 1) > number ? undefined : firstPost;
}

/** The page does not move until 'N new posts' is clicked. */
function PostsAdded({ added: { count, more, show } }: { added: PostWindow['added'] }) {
  return (
    <div className="topic-added">
      <p role="status" className="sr-only">
        {count > 0 && words.newPosts({ count, more })}
      </p>
      {count > 0 && (
        <button type="button" className="topic-added-pill" onClick={show}>
          {words.newPosts({ count, more })} <ArrowDown size={18} strokeWidth={1.8} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Formats a day to follow 'since': 'today', 'yesterday', 'Thursday', '2 May'. */
function sinceWhen(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  if (days < 2) return relative(-days, 'day');
  return days < 7 ? date(new Date(iso), { weekday: 'long' }) : dayAndMonth(iso, now);
}

interface KeepPositionProps {
  list: RefObject<HTMLElement | null>;
  /** A new array may move the visible posts. */
  posts: readonly unknown[];
  children: ReactNode;
}

interface Anchor {
  element: HTMLElement;
  top: number;
}

/**
 * Keeps the current post in place while posts above it change, for Safari, which has no scroll anchoring. A class, because only
 * `getSnapshotBeforeUpdate` can measure right before a change.
 */
class KeepPosition extends Component<KeepPositionProps> {
  override getSnapshotBeforeUpdate(before: KeepPositionProps): Anchor | null {
    const { list, posts } = this.props;
    if (before.posts === posts || list.current === null) return null;
    const element = [...list.current.querySelectorAll<HTMLElement>(':scope > [data-number]')].find(
      (row) => row.getBoundingClientRect().bottom > 80,
    );
    return element ? { element, top: element.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_before: KeepPositionProps, _state: unknown, anchor?: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
