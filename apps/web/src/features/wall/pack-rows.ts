export interface Row {
  /** The photos from this index up to, not including, the other. */
  from: number;
  to: number;
  /** Of the photos, in pixels; the label comes below. */
  height: number;
  /** Of the whole row. Narrower than the wall only where the last photos do not fill it. */
  width: number;
}

export interface Wall {
  width: number;
  gap: number;
  /** How high rows are; left out: as in the feed. */
  rows?: Heights;
}

interface Heights {
  lowest: number;
  highest: number;
  aim: number;
  /** Narrower than this, photos hang one below the other. */
  aloneBelow: number;
}

export const aloneBelow = 560;
const inFeed: Heights = { lowest: 300, highest: 420, aim: 340, aloneBelow };

/** A strip or a tower is given a calmer box to stand in; every other photo keeps its own shape. */
export const boxRatio = (width: number, height: number): number => Math.min(5, Math.max(9 / 16, width / height));

/**
 * Hangs photos in rows that fill the wall, each with one height, which lies between 300 and 420 px wherever the shapes allow.
 * From the top down and without looking back: rows that are seen stay as they are when more photos come below.
 */
export function packRows(
  ratios: readonly number[],
  { width, gap, rows: { lowest, highest, aim, aloneBelow: alone } = inFeed }: Wall,
): Row[] {
  const distance = (height: number): number => Math.abs(Math.log(height / aim));
  if (width < alone) return ratios.map((ratio, index) => ({ from: index, to: index + 1, height: width / ratio, width }));
  const rows: Row[] = [];
  let from = 0;
  let sum = 0;
  for (const [index, ratio] of ratios.entries()) {
    const count = index - from + 1;
    const before = heightOf(sum, count - 1, { width, gap });
    sum += ratio;
    const height = heightOf(sum, count, { width, gap });
    if (height > highest) continue;
    // One photo too many makes the row lower than it should be, one too few higher: whichever is nearer.
    const without = count > 2 && height < lowest && distance(before) < distance(height);
    rows.push({ from, to: without ? index : index + 1, height: without ? before : height, width });
    from = without ? index : index + 1;
    sum = without ? ratio : 0;
  }
  if (from < ratios.length) {
    const count = ratios.length - from;
    const height = Math.min(aim, heightOf(sum, count, { width, gap }));
    rows.push({ from, to: ratios.length, height, width: Math.min(width, sum * height + gap * (count - 1)) });
  }
  return rows;
}

const heightOf = (sum: number, count: number, { width, gap }: Pick<Wall, 'width' | 'gap'>): number =>
  (width - gap * Math.max(0, count - 1)) / sum;
