import type { Photo } from '@mbari/contract/photos/posts';
import { Fragment, type ReactNode, type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { phoneImageSizes } from './phone-image-sizes.ts';
import { aloneBelow, computeRows, ratioOf, type Shape, type WallLayout } from './row-layout.ts';
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

/** Width of the last wall. The next wall starts with this width, so its height fits the restored scroll position. */
let lastWidth = 0;

/** Measures the width before the first paint and after each change. */
export function useWallWidth() {
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

/** A part of the wall, in pixels from its upper edge. */
interface Band {
  from: number;
  to: number;
}

/**
 * Returns a band of the window and `windows` window heights above and below it, rounded outwards to half windows. The wall begins
 * `top` pixels above the window.
 */
export function bandAround(top: number, height: number, windows: number): Band {
  const step = Math.max(1, height / 2);
  return { from: Math.floor((top - windows * height) / step) * step, to: Math.ceil((top + (windows + 1) * height) / step) * step };
}

/** A rendered row, and the height of the skipped rows above it. */
interface RenderedRow {
  row: number;
  gapAbove: number;
}

/**
 * Returns the rows to render: those in the band, the first, and the focused one with its neighbours, so that Tab works as usual. The
 * last of `tops` is the end of the wall.
 */
export function rowsInWindow(tops: readonly number[], { from, to }: Band, focused = -1): RenderedRow[] {
  const count = tops.length - 1;
  const rows = new Set(focused < 0 ? [0] : [0, focused - 1, focused, focused + 1]);
  for (let row = firstBelow(tops, from); row < count && topOf(row) < to; row += 1) rows.add(row);
  return [...rows]
    .filter((row) => row >= 0 && row < count)
    .toSorted((a, b) => a - b)
    .map((row, index, sorted) => ({ row, gapAbove: topOf(row) - topOf((sorted[index - 1] ?? -1) + 1) }));

  function topOf(row: number): number {
    return tops[row] ?? 0;
  }
}

interface RenderedBand extends Band {
  /** Key of the row with the focus, which stays rendered. */
  focused?: string | undefined;
}

/**
 * Returns the band to render: the window and two window heights above and below. Renders each band in a transition. After a
 * jump, renders the window itself in the same frame.
 */
function useWindowBand(wall: RefObject<HTMLElement | null>): RenderedBand {
  const [band, setBand] = useState<RenderedBand>(() => ({ from: 0, to: innerHeight }));
  const rendered = useRef(band);
  useLayoutEffect(() => {
    rendered.current = band;
  }, [band]);
  useLayoutEffect(() => {
    let wanted: Band = { from: 0, to: 0 };
    const follow = (event?: Event) => {
      const element = wall.current;
      if (element === null) return;
      const top = -element.getBoundingClientRect().top;
      const next = bandAround(top, innerHeight, 2);
      if (next.from === wanted.from && next.to === wanted.to) return;
      wanted = next;
      const focused = document.activeElement?.closest<HTMLElement>('.wall-row')?.dataset['row'];
      const renderWindow = () => setBand({ ...bandAround(top, innerHeight, 0), focused });
      const isRendered = rendered.current.from <= Math.max(0, top) && rendered.current.to >= top + innerHeight;
      if (!isRendered && event) flushSync(renderWindow);
      else if (!isRendered) renderWindow();
      const renderBand = () => startTransition(() => setBand({ ...next, focused }));
      if (event) renderBand();
      // Delays the first band, so that visible images load first.
      else setTimeout(() => wanted === next && renderBand(), 1000);
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, [wall]);
  return band;
}

/** Returns the first row that ends below `from`. */
function firstBelow(tops: readonly number[], from: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}
