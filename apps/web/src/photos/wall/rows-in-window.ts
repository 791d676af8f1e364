/** A part of the wall, in pixels from its upper edge. */
export interface Band {
  from: number;
  to: number;
}

/** The part of a wall in the window and so many windows above and below it. The wall begins `top` pixels above the window. In steps of half a window. */
export function bandAround(top: number, height: number, windows: number): Band {
  const step = Math.max(1, height / 2);
  return { from: Math.floor((top - windows * height) / step) * step, to: Math.ceil((top + (windows + 1) * height) / step) * step };
}

/** A row that is rendered, and the height of the rows above it that are not. */
interface RenderedRow {
  row: number;
  gapAbove: number;
}

/**
 * The rows to render: those within the band, the first, and the focused one with its neighbours, so that Tab goes where it would go if
 * all were rendered. `tops` has one number more than there are rows: where the wall ends.
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

/** The first row whose lower edge lies below. */
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
