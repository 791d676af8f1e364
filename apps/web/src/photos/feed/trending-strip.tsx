import type { Photo } from '@mbari/contract/photos/posts';
import type { CSSProperties } from 'react';
import { rowImageSizes, stripHeight } from '~/photos/wall/phone-image-sizes.ts';
import { PhotoOnWall } from '~/photos/wall/photo-on-wall.tsx';
import { ratioOf } from '~/photos/wall/row-layout.ts';
import '~/photos/wall/wall.css';
import './trending-strip.css';

/** Number of photos visible on a phone without scrolling. */
const inView = 2;

const ratioStyle = (ratio: number) => ({ '--ratio': ratio }) as CSSProperties;

/** Wider windows have a higher strip: see trending-strip.css. */
const sizesOf = (photo: Photo): string => {
  const [image] = photo.images;
  return image === undefined ? '' : `(min-width: 560px) ${Math.ceil(ratioOf(photo) * 240)}px, ${rowImageSizes(image, stripHeight)}`;
};

export function TrendingStrip({ photos }: { photos: readonly Photo[] }) {
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

export function TrendingStripSkeleton() {
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
