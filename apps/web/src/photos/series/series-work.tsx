import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import { comments } from '@mbari/words/photos';
import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { type CSSProperties, memo, Suspense, use, useState } from 'react';
import { LikeButton } from '~/photos/like-button.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { SourceList } from '~/photos/posts/source-list.ts';
import { ImageCount } from '~/photos/wall/image-count.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';

const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

/** A work: the whole photo, and under it its number, title and caption. */
export const SeriesWork = memo(function SeriesWork({ photo, position }: { photo: Photo; position: number }) {
  const link = { to: '/post/$id', params: { id: photo.id }, state: { from: use(SourceList) } } as const;
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  const ratio = image.width / image.height;
  const sizes = `(max-width: 760px) 100vw, min(1120px, 96vw, ${Math.round(700 * ratio)}px)`;
  return (
    <li id={String(position)} className="series-work" style={{ '--ratio': ratio } as CSSProperties}>
      <div className="series-photo">
        <Link {...link} className="wall-frame series-frame" title={photo.title}>
          <Picture image={image} sizes={sizes} first={position === 1} title={photo.title} />
          <ImageCount photo={photo} />
        </Link>
        {photo.warning?.is_blurred ? (
          <Suspense>
            <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} />
          </Suspense>
        ) : (
          <LoadImageButton image={image} sizes={sizes} title={photo.title} />
        )}
      </div>
      <div className="series-label">
        <span className="series-number" aria-hidden="true">
          {number(position)}
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]" dir="auto">
            {photo.title}
          </h2>
          {photo.description && (
            <p className="series-caption" dir="auto">
              {photo.description}
            </p>
          )}
        </div>
        <span className="series-counts">
          <LikeButton photo={photo} />
          <Link {...link} hash="conversation" className="count-button">
            <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
            <span className="sr-only">{comments}</span>
            <span>{number(photo.comments_count)}</span>
          </Link>
        </span>
      </div>
    </li>
  );
});
