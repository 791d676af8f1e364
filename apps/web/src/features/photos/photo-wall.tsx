import type { Photo } from '@mbari/contract/shapes/photos';
import { useLayoutEffect, useRef, useState } from 'react';
import { aloneBelow, boxRatio, packRows } from './pack-rows.ts';
import { PhotoOnWall } from './photo-on-wall.tsx';
import './photos.css';

const gap = 20;
/** The label's height, which is the same below every photo; see photos.css. */
const label = 76;

interface PhotoWallProps {
  photos: readonly Photo[];
  /** More will come below: a last row that is not full waits for them, so that nothing seen is hung anew. */
  more: boolean;
}

/** Photos in rows: one height a row, every photo in its own shape. */
export function PhotoWall({ photos, more }: PhotoWallProps) {
  const { wall, width } = useWidth();
  const alone = width < aloneBelow;
  const ratios = photos.map(({ images: [image] }) => (image === undefined ? 1 : boxRatio(image.width, image.height)));
  const packed = width === 0 ? [] : packRows(ratios, { width, gap });
  const rows = more && packed.length > 1 ? packed.filter(({ width: across }) => across === width) : packed;
  return (
    <div ref={wall} className="wall" data-alone={alone || undefined}>
      {rows.map(({ from, to, height, width: across }, index) => (
        <div
          key={photos[from]?.id}
          className="wall-row"
          style={{ width: across, containIntrinsicSize: `auto ${across}px auto ${height + label}px` }}
        >
          {photos.slice(from, to).map((photo, place) => (
            <PhotoOnWall
              key={photo.id}
              photo={photo}
              first={index === 0}
              sizes={alone ? '100vw' : `${Math.ceil((ratios[from + place] ?? 1) * height)}px`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The width there is to hang photos on, known before the first paint and followed when the window changes. */
export function useWidth() {
  const wall = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = wall.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { wall, width };
}
