import type { Photo } from '@mbari/contract/photos/posts';
import { loadMore } from '@mbari/words/ui';
import { infiniteQueryOptions, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { SlideshowButton } from '~/photos/viewer/slideshow-button.tsx';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';

interface OwnPage {
  data: Photo[];
  meta: { next_cursor: string | null };
}

interface OwnListProps {
  queryKey: QueryKey;
  read: (request: { query: { cursor?: string }; signal: AbortSignal }) => Promise<OwnPage>;
  /** Name of the list, as in '3 of 60 in Saved'. */
  name: string;
  empty: ReactNode;
  end: string;
  loadFailed: string;
  Action?: ComponentType<{ photo: Photo }>;
}

/** A list of posts that only the viewer sees. */
export function OwnList({ queryKey, read, name, empty, end, loadFailed, Action }: OwnListProps) {
  const list = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) => read({ query: pageParam === null ? {} : { cursor: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ meta }) => meta.next_cursor,
    }),
  );
  if (list.isPending) return <WallLoading />;
  if (list.data === undefined) return <WallUnreached title={loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const photos = itemsOf(list.data);
  if (photos.length === 0 && !list.hasNextPage) return empty;
  return (
    <>
      <SlideshowButton photos={photos} title={name} list={list} />
      <SourceList value={sourceOf({ queryKey }, name)}>
        <PhotoWall photos={photos} more={list.hasNextPage} {...(Action && { Action })} />
      </SourceList>
      {list.hasNextPage ? (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      ) : (
        <p className="own-list-end">{end}</p>
      )}
    </>
  );
}
