import * as limits from '@mbari/contract/platform/limits';
import { latest } from '@mbari/words/feed';
import './photo-search.css';
import * as words from '@mbari/words/photo-search';
import * as sentences from '@mbari/words/sentences';
import { discover } from '@mbari/words/shell';
import { loadMore } from '@mbari/words/ui';
import { loadingPhotos } from '@mbari/words/wall';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { categories } from '~/photos/category-queries.ts';
import { TrendingNow, TrendingNowSkeleton } from '~/photos/feed/trending-now.tsx';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { SlideshowButton } from '~/photos/viewer/slideshow-button.tsx';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallSkeleton, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { useWithoutMuted } from '~/platform/text/use-muted-words.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { trendingNow } from './feed/trending-photos.ts';
import { FollowSubject } from './follow-subject.tsx';
import { type Filters, isEverything, photoSearch } from './search-queries.ts';

interface PhotoResultsProps {
  filters: Filters;
  onBrowseAll: () => void;
}

/** The search results, with trending posts above if there is no search. Old results stay until new ones load. */
export function PhotoResults({ filters, onBrowseAll }: PhotoResultsProps) {
  const everything = isEverything(filters);
  const found = useInfiniteQuery({ ...photoSearch(filters), placeholderData: keepPreviousData });
  const trending = useQuery({ ...trendingNow, enabled: everything });
  // Shows both walls at the same time, which prevents a layout shift. Does not wait for failed walls.
  const isLoading = ({ isPending, errorUpdateCount }: Pick<typeof found | typeof trending, 'isPending' | 'errorUpdateCount'>): boolean =>
    isPending && errorUpdateCount === 0;
  const pending = isLoading(found) || (everything && isLoading(trending));
  const meta = pending ? undefined : found.data?.pages[0]?.meta;
  const photos = itemsOf(found.data);
  // Muted words do not apply to searches.
  const browsed = useWithoutMuted(photos);
  const trendingRead = useWithoutMuted(trending.data ?? []);
  const trendingIds = new Set(trendingRead.map(({ id }) => id));
  const others = browsed.filter(({ id }) => !trendingIds.has(id));
  // In a small community, all posts may be trending.
  const shown = everything ? (others.length > 0 ? others : browsed) : photos;
  const name = everything ? latest : discover;
  return (
    <>
      {everything &&
        (pending ? (
          <TrendingNowSkeleton />
        ) : (
          <TrendingNow photos={trending.data && trendingRead} busy={trending.isFetching} onRetry={() => void trending.refetch()} />
        ))}
      <div className="found-head" data-empty={meta === undefined || meta.total === 0 || undefined}>
        <p role="status">{pending ? loadingPhotos : meta && formatCount(meta)}</p>
        {filters.category !== '' && (
          <>
            <AtomLink category={filters.category} />
            <FollowCategory slug={filters.category} />
          </>
        )}
        {!pending && <SlideshowButton photos={shown} title={name} list={found} />}
      </div>
      {/* With a key, replacing the skeleton by results does not count as a layout shift. */}
      <section
        key={pending ? 'waiting' : 'found'}
        aria-label={words.photos}
        className="found"
        aria-busy={pending || found.isPlaceholderData}
      >
        {pending ? (
          <WallSkeleton />
        ) : found.data === undefined ? (
          <WallUnreached title={sentences.photosFetchFailed} busy={found.isFetching} onRetry={() => void found.refetch()} />
        ) : photos.length === 0 ? (
          <NothingFound filters={filters} onBrowseAll={onBrowseAll} />
        ) : (
          <SourceList value={sourceOf(photoSearch(filters), name, everything)}>
            <PhotoWall photos={shown} more={found.hasNextPage} below={everything && (trending.data?.length ?? 0) > 0} />
          </SourceList>
        )}
        {found.hasNextPage && !pending && (
          <LoadMoreButton
            label={loadMore}
            busy={found.isFetchingNextPage}
            failed={found.isFetchNextPageError}
            onLoad={() => void (found.isPlaceholderData || found.fetchNextPage({ cancelRefetch: false }))}
          />
        )}
      </section>
    </>
  );
}

function FollowCategory({ slug }: { slug: string }) {
  const category = useQuery(categories).data?.find((one) => one.slug === slug);
  return category && <FollowSubject subject={category} />;
}

function AtomLink({ category }: { category: string }) {
  return (
    <a href={`/category/${encodeURIComponent(category)}/feed.atom`} type="application/atom+xml">
      <Rss size={16} strokeWidth={1.6} aria-hidden="true" /> {words.atomFeed}
    </a>
  );
}

function NothingFound({ filters, onBrowseAll }: PhotoResultsProps) {
  return (
    <EmptyState
      drawing="lost"
      title={sentences.noPhotosFound}
      action={!isEverything(filters) && <Button onClick={onBrowseAll}>{words.browseAll}</Button>}
    >
      {filters.words === '' ? (
        words.nothingYet
      ) : (
        <Phrase parts={words.nothingFound({ sought: filters.words, quote: (text) => <q dir="auto">{text}</q> })} />
      )}
    </EmptyState>
  );
}

/** Number of results, which the server caps. */
export function formatCount({ total, total_is_capped }: { total: number; total_is_capped?: boolean | undefined }): string {
  if (total === 0) return sentences.noPhotosFound;
  if (total_is_capped) return words.foundMore({ count: limits.photoCount });
  return words.found({ count: total });
}
