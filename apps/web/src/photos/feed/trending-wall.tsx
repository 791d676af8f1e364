import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { shareAPhoto } from '@mbari/words/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { PhotoWall } from '~/photos/wall/photo-wall.tsx';
import { WallLoading, WallUnreached } from '~/photos/wall/wall-states.tsx';
import { useWithoutMuted } from '~/platform/text/use-muted-words.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { FeedEnd } from './feed-end.tsx';
import { showMoreTrending, trendingPhotos } from './trending-photos.ts';

export function TrendingWall({ onUpload }: { onUpload: () => void }) {
  const client = useQueryClient();
  const trending = useQuery(trendingPhotos);
  const read = useWithoutMuted(trending.data?.photos.slice(0, trending.data.shown) ?? []);
  if (trending.isPending) return <WallLoading />;
  if (trending.data === undefined)
    return <WallUnreached title={sentences.trendingFetchFailed} busy={trending.isFetching} onRetry={() => void trending.refetch()} />;
  const { photos, shown } = trending.data;
  if (photos.length === 0)
    return (
      <EmptyState drawing="hanging" title={sentences.noPhotosYet} action={<Button onClick={onUpload}>{shareAPhoto}</Button>}>
        {words.emptyTrendingHint}
      </EmptyState>
    );
  const more = shown < photos.length;
  return (
    <>
      <SourceList value={sourceOf(trendingPhotos, words.trending, true)}>
        <PhotoWall photos={read} more={more} />
      </SourceList>
      {more ? (
        <LoadMoreButton label={words.loadMorePosts} busy={false} failed={false} onLoad={() => showMoreTrending(client)} />
      ) : (
        <FeedEnd>{words.endOfTrending}</FeedEnd>
      )}
    </>
  );
}
