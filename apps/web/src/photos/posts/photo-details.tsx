'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';

/** Loaded separately, because few posts have details. */
const DetailLines = optionalLazy(async () => (await import('./detail-lines.tsx')).DetailLines);

/** Content warning, camera, location, date and licence of the shown image, if its owner shows them, and who sees the post, if not everybody. */
export function PhotoDetails({ photo, image }: { photo: Photo; image: Image | undefined }) {
  const camera = image?.camera;
  const lines =
    (photo.warning ? 2 : 0) +
    (camera ? 2 : 0) +
    (photo.location_name ? 1 : 0) +
    (photo.taken_at ? 1 : 0) +
    (photo.license ? 1 : 0) +
    (photo.is_archived || photo.scheduled || (photo.audience ?? 'public') !== 'public' ? 1 : 0);
  if (lines === 0) return null;
  // The placeholder has the height of the lines, which prevents a layout shift.
  return (
    <div className="photo-details">
      <Suspense fallback={<div style={{ height: `${lines * 1.5}em` }} />}>
        <DetailLines photo={photo} camera={camera} />
      </Suspense>
    </div>
  );
}
