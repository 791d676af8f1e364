/** A part of the wall, in pixels from its upper edge. */
export interface Band {
  from: number;
  to: number;
}

/** What of a wall that begins `top` pixels above the window's upper edge is in the window, and so many windows above and below. In steps. */
export function bandAround(top: number, height: number, windows: number): Band {
  const step = Math.max(1, height / 2);
  return { from: Math.floor((top - windows * height) / step) * step, to: Math.ceil((top + (windows + 1) * height) / step) * step };
}

/** A row that hangs, and the room there is above it where rows are left out. */
interface HungRow {
  row: number;
  spare: number;
}

/**
 * Which rows hang: those within the band, the first, and the one that has the focus with its neighbours, so that the next Tab goes where it
 * would go among all. `tops` has one number more than there are rows: where the wall ends.
 */
export function rowsInWindow(tops: readonly number[], { from, to }: Band, focused = -1): HungRow[] {
  const count = tops.length - 1;
  const rows = new Set(focused < 0 ? [0] : [0, focused - 1, focused, focused + 1]);
  for (let row = firstBelow(tops, from); row < count && topOf(row) < to; row += 1) rows.add(row);
  return [...rows]
    .filter((row) => row >= 0 && row < count)
    .toSorted((a, b) => a - b)
    .map((row, at, hung) => ({ row, spare: topOf(row) - topOf((hung[at - 1] ?? -1) + 1) }));

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
