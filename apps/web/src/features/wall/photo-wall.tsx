import type { Photo } from '@mbari/contract/shapes/photos';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { aloneBelow, boxRatio, packRows, type Row } from './pack-rows.ts';
import { phoneImageSizes } from './phone-image-sizes.ts';
import { PhotoOnWall } from './photo-on-wall.tsx';
import { rowsInWindow } from './rows-in-window.ts';
import type { Stack } from './stack-button.tsx';
import { useWindowBand } from './use-window-band.ts';
import './wall.css';

const gap = 20;
/** What a row has besides its photos: the edges of stacks above, the label below. The same in every row; see photos.css. */
const around = 10 + 76;
/** Between a row and the next. */
const below = 14;
const belowAlone = 6;

interface PhotoWallProps {
  photos: readonly Photo[];
  /** More will come below: a last row that is not full waits for them, so that nothing seen is hung anew. */
  more: boolean;
  /** By the id of the photo on top. */
  stacks?: ReadonlyMap<string, Stack>;
  onStack?: OnStack;
}

/** Opens or closes the stack below this photo. */
type OnStack = (id: string, stack: Stack) => void;

/**
 * Photos in rows: one height a row, every photo in its own shape. All heights are known, so only rows near the window are drawn; the wall is
 * as long as if all were, and the page never moves.
 */
export function PhotoWall({ photos, more, stacks, onStack }: PhotoWallProps) {
  const { wall, width } = useWidth();
  const band = useWindowBand(wall);
  const { rows, tops } = hangRows(photos, width, more);
  const alone = width < aloneBelow;
  const focused = rows.findIndex(({ from }) => photos[from]?.id === band.focused);
  const hung = rowsInWindow(tops, band, focused);
  const rest = (tops.at(-1) ?? 0) - (tops[(hung.at(-1)?.row ?? -1) + 1] ?? 0);
  return (
    <div ref={wall} className="wall" role="feed" data-alone={alone || undefined}>
      {hung.map(({ row, spare }) => {
        const { from, to, height, width: across } = rows[row]!;
        return (
          <Fragment key={photos[from]?.id}>
            {spare > 0 && <div style={{ height: spare }} />}
            <div className="wall-row" data-row={photos[from]?.id} style={{ width: across, height: Math.ceil(height) + around }}>
              {photos.slice(from, to).map((photo, place) => (
                <PhotoOnWall
                  key={photo.id}
                  photo={photo}
                  first={row === 0}
                  place={from + place + 1}
                  all={more ? -1 : photos.length}
                  sizes={alone ? phoneImageSizes : `${Math.ceil(ratioOf(photo) * height)}px`}
                  stack={stacks?.get(photo.id)}
                  onStack={onStack}
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

/** All rows, and where each begins; where the wall ends comes last. In whole pixels: what stands in for rows is exactly as high as they are. */
function hangRows(photos: readonly Photo[], width: number, more: boolean): { rows: Row[]; tops: number[] } {
  const packed = width === 0 ? [] : packRows(photos.map(ratioOf), { width, gap });
  const rows = more && packed.length > 1 ? packed.filter(({ width: across }) => across === width) : packed;
  const tops = [0];
  let top = 0;
  for (const { height } of rows) tops.push((top += Math.ceil(height) + around + (width < aloneBelow ? belowAlone : below)));
  return { rows, tops };
}

const ratioOf = ({ images: [image] }: Photo): number => (image === undefined ? 1 : boxRatio(image.width, image.height));

/** As the last wall was. The next one hangs at once as wide, so that the page is as long as it was when one comes back to it. */
let lastWidth = 0;

/** The width there is to hang photos on, known before the first paint and followed when the window changes. */
export function useWidth() {
  const wall = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = wall.current;
    if (element === null) return;
    const measure = () => {
      lastWidth = Math.floor(element.clientWidth);
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { wall, width };
}
