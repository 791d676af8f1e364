'use no memo';

import type { Image, Photo } from '@mbari/contract/shapes/photos';
import { Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import './photo-details.css';

/** Loaded by itself: few posts have them. */
const DetailLines = lazyOrNothing(async () => (await import('./detail-lines.tsx')).DetailLines);

/** How the shown image was taken, where its owner shows that, and the licence that the post is under. */
export function PhotoDetails({ photo: { license }, image }: { photo: Photo; image: Image | undefined }) {
  const camera = image?.camera;
  if (license === null && camera === undefined) return null;
  // Nothing moves when they come.
  const lines = (camera ? 2 : 0) + (license ? 1 : 0);
  return (
    <div className="photo-details">
      <Suspense fallback={<div style={{ height: `${lines * 1.5}em` }} />}>
        <DetailLines license={license} camera={camera} />
      </Suspense>
    </div>
  );
}
