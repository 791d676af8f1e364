import type { Photo } from '@mbari/contract/shapes/photos';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { Fragment, memo, use } from 'react';
import { boxRatio, packRows, type Wall } from '~/features/wall/pack-rows.ts';
import { useWidth } from '~/features/wall/photo-wall.tsx';
import { Picture } from '~/features/photos/picture.tsx';
import { rowsInWindow } from '~/features/wall/rows-in-window.ts';
import { SourceList } from '~/features/photos/source-list.ts';
import { useWindowBand } from '~/features/wall/use-window-band.ts';
import '~/features/wall/wall.css';

interface GalleryWallProps {
  photos: readonly Photo[];
  pinned: ReadonlySet<string>;
  /** More will come below: a last row that is not full waits for them. */
  more: boolean;
}

/** One member's photos, edge to edge and without names. Only rows near the viewport are rendered. */
export function GalleryWall({ photos, pinned, more }: GalleryWallProps) {
  const { wall, width } = useWidth();
  const band = useWindowBand(wall);
  const look = lookOf(width);
  const rows = width === 0 ? [] : packRows(photos.map(ratioOf), look);
  const full = more && rows.length > 1 ? rows.filter(({ width: across }) => across === width) : rows;
  const tops = [0];
  for (const { height } of full) tops.push((tops.at(-1) ?? 0) + Math.ceil(height) + look.gap);
  const hung = rowsInWindow(
    tops,
    band,
    full.findIndex(({ from }) => photos[from]?.id === band.focused),
  );
  const rest = (tops.at(-1) ?? 0) - (tops[(hung.at(-1)?.row ?? -1) + 1] ?? 0);
  return (
    <div ref={wall} role="feed" className="gallery-wall">
      {hung.map(({ row, spare }) => {
        const { from, to, height, width: across } = full[row]!;
        return (
          <Fragment key={photos[from]?.id}>
            {spare > 0 && <div style={{ height: spare }} />}
            <div
              className="wall-row gallery-row"
              data-row={photos[from]?.id}
              style={{ width: across, height: Math.ceil(height), gap: look.gap, marginBlockEnd: look.gap }}
            >
              {photos.slice(from, to).map((photo, place) => (
                <Hung
                  key={photo.id}
                  photo={photo}
                  first={row === 0}
                  pinned={pinned.has(photo.id)}
                  place={from + place + 1}
                  all={more ? -1 : photos.length}
                  across={Math.ceil(ratioOf(photo) * height)}
                />
              ))}
            </div>
          </Fragment>
        );
      })}
      {rest > 0 && <div style={{ height: rest }} />}
    </div>
  );
}

/** On a phone small and close, as in an album. */
const lookOf = (width: number): Wall =>
  width < 560
    ? { width, gap: 3, rows: { lowest: 96, highest: 190, aim: 128, aloneBelow: 0 } }
    : { width, gap: 8, rows: { lowest: 260, highest: 420, aim: 330, aloneBelow: 0 } };

const ratioOf = ({ images: [image] }: Photo): number => (image === undefined ? 1 : boxRatio(image.width, image.height));

interface HungProps {
  photo: Photo;
  first: boolean;
  pinned: boolean;
  place: number;
  all: number;
  across: number;
}

const Hung = memo(function Hung({ photo, first, pinned, place, all, across }: HungProps) {
  const from = use(SourceList);
  const [image] = photo.images;
  if (image === undefined) return null;
  const ratio = boxRatio(image.width, image.height);
  return (
    <article className="wall-photo" aria-label={photo.title} aria-posinset={place} aria-setsize={all} style={{ flexGrow: ratio * 100 }}>
      <Link
        to="/post/$id"
        params={{ id: photo.id }}
        state={{ from }}
        className="wall-frame"
        title={photo.title}
        style={{ aspectRatio: ratio }}
      >
        <Picture image={image} sizes={`${across}px`} first={first} title={photo.title} matted={ratio !== image.width / image.height} />
        {pinned && (
          <span className="wall-several gallery-pin">
            <Pin size={14} strokeWidth={2} aria-hidden="true" />
            <span className="gallery-pin-word">Pinned</span>
          </span>
        )}
        {photo.images.length > 1 && (
          <span className="wall-several">
            <span aria-hidden="true">1 / {photo.images.length}</span>
            <span className="sr-only">{`, one of ${photo.images.length} images`}</span>
          </span>
        )}
      </Link>
    </article>
  );
});
