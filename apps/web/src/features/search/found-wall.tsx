import * as sentences from '@mbari/contract/sentences';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { photosOf } from '~/features/feed/read-feed.ts';
import { TrendingNow } from '~/features/feed/trending-now.tsx';
import { trendingNow } from '~/features/feed/trending-photos.ts';
import { walked, SourceList } from '~/features/photos/source-list.ts';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { PhotoWall } from '~/features/wall/photo-wall.tsx';
import { WallSkeleton } from '~/features/wall/wall-skeleton.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { countWords } from './count-words.ts';
import { type Filters, foundPhotos, isEverything } from './search-queries.ts';

/** What was found, below what is talked about where nothing is looked for. What hangs here stays until the new is there. */
export function FoundWall({ filters, onBrowseAll }: { filters: Filters; onBrowseAll: () => void }) {
  const everything = isEverything(filters);
  const found = useInfiniteQuery({ ...foundPhotos(filters), placeholderData: keepPreviousData });
  const trending = useQuery({ ...trendingNow, enabled: everything });
  // Both walls come together, so that nothing seen moves down. What failed once keeps its place while it is tried again.
  const isFirst = ({ isPending, errorUpdateCount }: Pick<typeof found | typeof trending, 'isPending' | 'errorUpdateCount'>): boolean =>
    isPending && errorUpdateCount === 0;
  const pending = isFirst(found) || (everything && isFirst(trending));
  const meta = pending ? undefined : found.data?.pages[0]?.meta;
  const photos = photosOf(found.data);
  return (
    <>
      {everything && !pending && <TrendingNow photos={trending.data} busy={trending.isFetching} onRetry={() => void trending.refetch()} />}
      <div className="found-head" data-empty={meta === undefined || meta.total === 0 || undefined}>
        <p role="status">{pending ? 'Loading photos' : meta && countWords(meta)}</p>
        {filters.category !== '' && (
          <a href={`/category/${encodeURIComponent(filters.category)}/feed.atom`} type="application/atom+xml">
            <Rss size={16} strokeWidth={1.6} aria-hidden="true" /> Atom feed
          </a>
        )}
      </div>
      <section aria-label="Photos" className="found" aria-busy={pending || found.isPlaceholderData}>
        {pending ? (
          <WallSkeleton />
        ) : found.data === undefined ? (
          <EmptyState
            drawing="cracked"
            title={sentences.photosFetchFailed}
            act={
              <Button busy={found.isFetching && 'Try Again'} onClick={() => void found.refetch()}>
                Try Again
              </Button>
            }
          >
            The wall could not be reached. Nothing on it is lost.
          </EmptyState>
        ) : photos.length === 0 ? (
          <EmptyState
            drawing="lost"
            title={sentences.noPhotosFound}
            act={!everything && <Button onClick={onBrowseAll}>Browse All Photos</Button>}
          >
            {filters.words === '' ? (
              'Nothing hangs here yet.'
            ) : (
              <>
                Nothing here goes by <q dir="auto">{filters.words}</q>. Fewer words, or the beginning of one, may find more.
              </>
            )}
          </EmptyState>
        ) : (
          <SourceList value={walked(foundPhotos(filters), everything ? 'Latest' : 'Discover')}>
            <PhotoWall photos={photos} more={found.hasNextPage} />
          </SourceList>
        )}
        {found.hasNextPage && !pending && (
          <LoadMoreButton
            label="Load More"
            busy={found.isFetchingNextPage}
            failed={found.isFetchNextPageError}
            onLoad={() => void (found.isPlaceholderData || found.fetchNextPage({ cancelRefetch: false }))}
          />
        )}
      </section>
    </>
  );
}
