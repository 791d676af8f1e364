import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import type { CSSProperties } from 'react';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { rowImageSizes, stripHeight } from '~/photos/wall/phone-image-sizes.ts';
import { PhotoOnWall } from '~/photos/wall/photo-on-wall.tsx';
import { ratioOf } from '~/photos/wall/row-layout.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { trendingNow } from './trending-photos.ts';
import '~/photos/wall/wall.css';
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

/** Number of photos visible on a phone without scrolling. */
const inView = 2;

const ratioStyle = (ratio: number) => ({ '--ratio': ratio }) as CSSProperties;

/** Wider windows have a higher strip: see trending-now.css. */
const sizesOf = (photo: Photo): string => {
  const [image] = photo.images;
  return image === undefined ? '' : `(min-width: 560px) ${Math.ceil(ratioOf(photo) * 240)}px, ${rowImageSizes(image, stripHeight)}`;
};

function TrendingStrip({ photos }: { photos: readonly Photo[] }) {
  return (
    <div className="trending-strip" role="feed">
      {photos.map((photo, index) => (
        <div key={photo.id} className="trending-strip-item" style={ratioStyle(ratioOf(photo))}>
          <PhotoOnWall photo={photo} first={index < inView} position={index + 1} count={photos.length} sizes={sizesOf(photo)} />
        </div>
      ))}
    </div>
  );
}

function TrendingStripSkeleton() {
  return (
    <div className="trending-strip" aria-hidden="true">
      {[0.8, 1.667, 1.333, 1, 0.75, 1.5].map((ratio) => (
        <div key={ratio} className="trending-strip-item" style={ratioStyle(ratio)}>
          <div className="wall-photo">
            <div className="wall-frame bg-image-backdrop" />
            <div className="wall-label">
              <div className="mt-1 h-4 w-1/2 bg-wall" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
