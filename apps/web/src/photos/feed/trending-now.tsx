import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { trendingNow } from './trending-photos.ts';
import { TrendingStrip, TrendingStripSkeleton } from './trending-strip.tsx';
import './trending-now.css';

interface TrendingNowProps {
  /** Undefined if loading failed. */
  photos: readonly Photo[] | undefined;
  busy: boolean;
  onRetry: () => void;
}

export function TrendingNow({ photos, busy, onRetry }: TrendingNowProps) {
  if (photos === undefined) return <FetchFailed message={sentences.trendingFetchFailed} busy={busy} onRetry={onRetry} />;
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="trending-now" className="trending-now">
      <div className="trending-title">
        <h2 id="trending-now" className="display text-t26">
          {words.trendingNow}
        </h2>
        <p>{words.trendingNowHint}</p>
      </div>
      <SourceList value={sourceOf(trendingNow, words.trendingNow, true)}>
        <TrendingStrip photos={photos} />
      </SourceList>
    </section>
  );
}

export function TrendingNowSkeleton() {
  return (
    <div className="trending-now" aria-hidden="true">
      <div className="trending-title">
        <span className="trending-title-box" />
      </div>
      <TrendingStripSkeleton />
    </div>
  );
}
