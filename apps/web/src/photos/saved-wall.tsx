import { listSavedPosts } from '@mbari/contract/photos/feed';
import * as words from '@mbari/words/saved-posts';
import { saved } from '@mbari/words/shell';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/items-of.ts';
import { savedPostsKey } from '~/platform/lib/query-keys.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { SaveButton } from './save-button.tsx';

/** The viewer's saved posts. A removed post stays on the page, to be saved again, until the list is reopened. */
export function SavedWall() {
  const list = useInfiniteQuery(savedPosts);
  if (list.isPending) return <WallLoading />;
  if (list.data === undefined) return <WallUnreached title={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const photos = itemsOf(list.data);
  if (photos.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        drawing="hanging"
        title={words.empty}
        action={
          <Link to="/discover" className={buttonClass({})}>
            {words.discoverPhotos}
          </Link>
        }
      >
        {words.emptyHint}
      </EmptyState>
    );
  return (
    <>
      <SourceList value={sourceOf(savedPosts, saved)}>
        <PhotoWall photos={photos} more={list.hasNextPage} Action={SaveButton} />
      </SourceList>
      {list.hasNextPage ? (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      ) : (
        <p className="saved-end">{words.end}</p>
      )}
    </>
  );
}

/** The viewer's saved posts, saved last first. */
const savedPosts = infiniteQueryOptions({
  queryKey: savedPostsKey,
  queryFn: ({ pageParam, signal }) => call(listSavedPosts, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
});
