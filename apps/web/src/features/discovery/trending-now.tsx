import * as sentences from '@mbari/contract/sentences';
import { useQuery } from '@tanstack/react-query';
import { PhotoWall } from '~/features/photos/photo-wall.tsx';
import { WalkedList } from '~/features/photos/walked-list.ts';
import { trendingNow } from './discovery-queries.ts';
import { FetchFailed } from './fetch-failed.tsx';

/** Up to six posts that are talked about. Nothing where there are none. */
export function TrendingNow() {
  const { data, isFetching, refetch } = useQuery(trendingNow);
  if (data === undefined) return <FetchFailed words={sentences.trendingFetchFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="trending-now" className="trending-now">
      <div className="discover-title">
        <h2 id="trending-now" className="display text-t26">
          Trending Now
        </h2>
        <p>by likes and comments</p>
      </div>
      <WalkedList value={trendingNow.queryKey}>
        <PhotoWall photos={data} more={false} />
      </WalkedList>
    </section>
  );
}
