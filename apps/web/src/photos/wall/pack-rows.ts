export interface Row {
  /** From this photo up to, but not including, the other. */
  from: number;
  to: number;
  /** Of the images, in pixels, without labels. */
  height: number;
  /** Of the whole row. Only a last row that is not full is narrower than the wall. */
  width: number;
}

export interface Wall {
  width: number;
  gap: number;
  /** Heights of rows; by default those of the feed. */
  rows?: Heights;
}

interface Heights {
  lowest: number;
  highest: number;
  aim: number;
  /** A narrower wall has one photo in each row. */
  aloneBelow: number;
}

export const aloneBelow = 560;
const inFeed: Heights = { lowest: 300, highest: 420, aim: 340, aloneBelow };

/** The shape of a photo's box: its own, unless it is extremely wide or high. */
export const boxRatio = (width: number, height: number): number => Math.min(5, Math.max(9 / 16, width / height));

/**
 * Packs photos into rows that fill the wall. Each row has one height, between 300 and 420 px where the shapes allow it. From the top
 * down and greedily: rows stay as they are when more photos come below.
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
    // One photo more makes the row too low, one less too high: the nearer height wins.
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
