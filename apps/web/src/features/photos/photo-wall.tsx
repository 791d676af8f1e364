import type { Photo } from '@mbari/contract/shapes/photos';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { aloneBelow, boxRatio, packRows } from './pack-rows.ts';
import { PhotoOnWall } from './photo-on-wall.tsx';
import type { Stack } from './stack-button.tsx';
import './photos.css';

const gap = 20;
/** What a row has besides its photos: the edges of stacks above, the label below. The same in every row; see photos.css. */
const around = 10 + 76;
/** As wide as the window, but no screen is given more than two pixels for one: the third is paid for and not seen. */
const alongPhone = '(min-resolution: 2.5dppx) 67vw, 100vw';

interface PhotoWallProps {
  photos: readonly Photo[];
  /** More will come below: a last row that is not full waits for them, so that nothing seen is hung anew. */
  more: boolean;
  /** By the id of the photo on top. */
  stacks?: ReadonlyMap<string, Stack>;
  /** Opens or closes the stack below this photo. */
  onStack?: (id: string) => void;
}

/** Photos in rows: one height a row, every photo in its own shape. */
export function PhotoWall({ photos, more, stacks, onStack }: PhotoWallProps) {
  const { wall, width } = useWidth();
  const alone = width < aloneBelow;
  const packed = width === 0 ? [] : packRows(photos.map(ratioOf), { width, gap });
  const rows = more && packed.length > 1 ? packed.filter(({ width: across }) => across === width) : packed;
  return (
    <div ref={wall} className="wall" data-alone={alone || undefined}>
      {rows.map(({ from, to, height, width: across }, index) => (
        <WallRow
          key={photos[from]?.id}
          photos={photos.slice(from, to)}
          stacks={photos.slice(from, to).map(({ id }) => stacks?.get(id))}
          onStack={onStack}
          width={across}
          height={height}
          alone={alone}
          first={index === 0}
        />
      ))}
    </div>
  );
}

interface WallRowProps {
  photos: readonly Photo[];
  stacks: readonly (Stack | undefined)[];
  onStack: ((id: string) => void) | undefined;
  width: number;
  height: number;
  alone: boolean;
  first: boolean;
}

/**
 * Its height is told and not found: what is out of sight is not laid out, and still every photo hangs at its exact place when one
 * comes back. Rows in which nothing changed are left alone while hundreds of others are added.
 */
const WallRow = memo(
  ({ photos, stacks, onStack, width, height, alone, first }: WallRowProps) => (
    <div className="wall-row" style={{ width, height: height + around }}>
      {photos.map((photo, place) => (
        <PhotoOnWall
          key={photo.id}
          photo={photo}
          first={first}
          sizes={alone ? alongPhone : `${Math.ceil(ratioOf(photo) * height)}px`}
          stack={stacks[place]}
          onStack={onStack}
        />
      ))}
    </div>
  ),
  (before, after) =>
    before.width === after.width &&
    before.height === after.height &&
    before.alone === after.alone &&
    before.first === after.first &&
    before.onStack === after.onStack &&
    before.photos.length === after.photos.length &&
    before.photos.every((photo, place) => photo === after.photos[place]) &&
    before.stacks.every((stack, place) => isSameStack(stack, after.stacks[place])),
);

const ratioOf = ({ images: [image] }: Photo): number => (image === undefined ? 1 : boxRatio(image.width, image.height));

const isSameStack = (one: Stack | undefined, other: Stack | undefined): boolean =>
  one?.open === other?.open && one?.behind.length === other?.behind.length;

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
