/** A part of the wall, in pixels from its upper edge. */
export interface Band {
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
