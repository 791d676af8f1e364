import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { memo, Suspense, use, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { SourceList } from '~/photos/posts/source-list.ts';
import { ImageCount } from '~/photos/wall/image-count.tsx';
import { rowImageSizes } from '~/photos/wall/phone-image-sizes.ts';
import { boxRatio, type WallLayout } from '~/photos/wall/row-layout.ts';
import { type WallItem, WallRows } from '~/photos/wall/wall-rows.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';

const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

interface GalleryWallProps {
  photos: readonly Photo[];
  pinned: ReadonlySet<string>;
  hasMore: boolean;
}

/** Photos edge to edge without labels. */
export function GalleryWall({ photos, pinned, hasMore }: GalleryWallProps) {
  return (
    <WallRows photos={photos} more={hasMore} layoutFor={layoutFor} className="gallery-wall">
      {(item) => <GalleryPhoto key={item.photo.id} {...item} pinned={pinned.has(item.photo.id)} />}
    </WallRows>
  );
}

const phoneBelow = 560;
/** Small and dense on phones. */
const layoutFor = (width: number): WallLayout =>
  width < phoneBelow
    ? { width, gap: 3, rows: { lowest: 96, highest: 190, aim: 128, aloneBelow: 0 }, rowExtra: 0, rowGap: 3 }
    : { width, gap: 8, rows: { lowest: 260, highest: 420, aim: 330, aloneBelow: 0 }, rowExtra: 0, rowGap: 8 };

interface GalleryPhotoProps extends WallItem {
  pinned: boolean;
}

const GalleryPhoto = memo(function GalleryPhoto({ photo, first, pinned, position, count, sizes }: GalleryPhotoProps) {
  const from = use(SourceList);
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  const ratio = boxRatio(image.width, image.height);
  const imageSizes = innerWidth < phoneBelow ? rowImageSizes(image) : sizes;
  return (
    <article
      className="wall-photo"
      aria-label={photo.title}
      aria-posinset={position}
      aria-setsize={count}
      style={{ flexGrow: ratio * 100 }}
    >
      <Link
        to="/post/$id"
        params={{ id: photo.id }}
        state={{ from }}
        className="wall-frame"
        title={photo.title}
        style={{ aspectRatio: ratio }}
      >
        <Picture image={image} sizes={imageSizes} first={first} title={photo.title} letterboxed={ratio !== image.width / image.height} />
        {pinned && (
          <span className="wall-several gallery-pin">
            <Pin size={14} strokeWidth={2} aria-hidden="true" />
            <span className="gallery-pin-word">{words.pinned}</span>
          </span>
        )}
        <ImageCount photo={photo} />
      </Link>
      {photo.warning?.is_blurred ? (
        <Suspense>
          <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} />
        </Suspense>
      ) : (
        <LoadImageButton image={image} sizes={imageSizes} title={photo.title} />
      )}
    </article>
  );
});
