import * as sentences from '@mbari/contract/sentences';
import type { Photo } from '@mbari/contract/shapes/photos';
import { walked, SourceList } from '~/features/photos/source-list.ts';
import { PhotoWall } from '~/features/wall/photo-wall.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { trendingNow } from './trending-photos.ts';

interface TrendingNowProps {
  /** Undefined where they could not be had. */
  photos: readonly Photo[] | undefined;
  busy: boolean;
  onRetry: () => void;
}

/** Up to six posts that are talked about. Nothing where there are none. */
export function TrendingNow({ photos, busy, onRetry }: TrendingNowProps) {
  if (photos === undefined) return <FetchFailed message={sentences.trendingFetchFailed} busy={busy} onRetry={onRetry} />;
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="trending-now" className="trending-now">
      <div className="discover-title">
        <h2 id="trending-now" className="display text-t26">
          Trending Now
        </h2>
        <p>by likes and comments</p>
      </div>
      <SourceList value={walked(trendingNow, 'Trending Now')}>
        <PhotoWall photos={photos} more={false} />
      </SourceList>
    </section>
  );
}
