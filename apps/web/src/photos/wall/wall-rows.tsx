import type { Photo } from '@mbari/contract/photos/posts';
import { Fragment, type ReactNode } from 'react';
import { aloneBelow } from './pack-rows.ts';
import { phoneImageSizes } from './phone-image-sizes.ts';
import { computeRows, ratioOf, type Shape, type WallLayout } from './row-layout.ts';
import { rowsInWindow } from './rows-in-window.ts';
import { useWallWidth } from './use-wall-width.ts';
import { useWindowBand } from './use-window-band.ts';
import './wall.css';

export interface WallItem<Item extends Shape = Photo> {
  photo: Item;
  /** True in the first row, whose images load before all others. */
  first: boolean;
  /** Counted from 1. */
  position: number;
  /** Number of photos; -1 if unknown. */
  count: number;
  /** The image's `sizes`. */
  sizes: string;
}

interface WallRowsProps<Item extends Shape> {
  photos: readonly Item[];
  more: boolean;
  /** Another wall is above, so no image is in the first window. */
  below?: boolean | undefined;
  layoutFor: (width: number) => WallLayout;
  className: string;
  children: (item: WallItem<Item>) => ReactNode;
}

/** Photos in rows of known heights, so that only rows near the window need rendering while the page keeps its full length. */
export function WallRows<Item extends Shape>({ photos, more, below = false, layoutFor, className, children }: WallRowsProps<Item>) {
  const { wall, width } = useWallWidth();
  const band = useWindowBand(wall);
  const layout = layoutFor(width);
  const { rows, tops } = computeRows(photos, layout, more);
  const focused = rows.findIndex(({ from }) => photos[from]?.id === band.focused);
  const rendered = rowsInWindow(tops, band, focused);
  const rest = (tops.at(-1) ?? 0) - (tops[(rendered.at(-1)?.row ?? -1) + 1] ?? 0);
  const alone = layout.rows === undefined && width < aloneBelow;
  return (
    <div ref={wall} className={className} role="feed" data-alone={alone || undefined}>
      {rendered.map(({ row, gapAbove }) => {
        const { from, to, height, width: rowWidth } = rows[row]!;
        return (
          <Fragment key={photos[from]?.id}>
            {gapAbove > 0 && <div style={{ height: gapAbove }} />}
            <div
              className="wall-row"
              data-row={photos[from]?.id}
              style={{ width: rowWidth, height: Math.ceil(height) + layout.rowExtra, gap: layout.gap, marginBlockEnd: layout.rowGap }}
            >
              {photos.slice(from, to).map((photo, index) =>
                children({
                  photo,
                  first: row === 0 && !below,
                  position: from + index + 1,
                  count: more ? -1 : photos.length,
                  sizes: alone ? phoneImageSizes : `${Math.ceil(ratioOf(photo) * height)}px`,
                }),
              )}
            </div>
          </Fragment>
        );
      })}
      {rest > 0 && <div style={{ height: rest }} />}
    </div>
  );
}
