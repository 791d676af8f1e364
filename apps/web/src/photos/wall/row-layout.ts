/** A post for the layout: its first image has the shape. */
export interface Shape {
  id: string;
  images: readonly { width: number; height: number }[];
}

export interface WallLayout extends Wall {
  /** Pixels above and below a row's images, as in the CSS. */
  rowExtra: number;
  /** Pixels between rows. */
  rowGap: number;
}

/** Reserves space for stack edges above the images and labels below. */
export const feedLayout = (width: number): WallLayout => ({
  width,
  gap: 20,
  rowExtra: 10 + 10 + Math.ceil(66 * textScale()),
  rowGap: width < aloneBelow ? 6 : 14,
});

/**
 * Returns all rows and their tops, in whole pixels; the last top is the end of the wall. While more posts load, an incomplete last row
 * is left out, because it would change.
 */
export function computeRows(photos: readonly Shape[], layout: WallLayout, more: boolean): { rows: Row[]; tops: number[] } {
  const packed = layout.width === 0 ? [] : packRows(photos.map(ratioOf), layout);
  const rows = more && packed.length > 1 ? packed.filter(({ width }) => width === layout.width) : packed;
  const tops = [0];
  let top = 0;
  for (const { height } of rows) tops.push((top += Math.ceil(height) + layout.rowExtra + layout.rowGap));
  return { rows, tops };
}

export const ratioOf = ({ images: [image] }: Pick<Shape, 'images'>): number =>
  image === undefined ? 1 : boxRatio(image.width, image.height);

interface Row {
  /** Index range of its photos; `to` is exclusive. */
  from: number;
  to: number;
  /** Height of the images in pixels, without labels. */
  height: number;
  /** Only an incomplete last row is narrower than the wall. */
  width: number;
}

interface Wall {
  width: number;
  gap: number;
  /** Row heights; by default the feed's. */
  rows?: Heights;
}

interface Heights {
  lowest: number;
  highest: number;
  aim: number;
  /** Width below which each row has one photo. */
  aloneBelow: number;
}

export const aloneBelow = 560;
const inFeed: Heights = { lowest: 300, highest: 420, aim: 340, aloneBelow };

/** The ratio of a photo's box, limited for extreme shapes. */
export const boxRatio = (width: number, height: number): number => Math.min(5, Math.max(9 / 16, width / height));

/**
 * Packs photos into full rows, 300 to 420 px high if the shapes allow it. Greedy from the top, so that rows do not change when more
 * photos follow.
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
    // Below `lowest`, leaves out the last photo if that brings the height closer to `aim`.
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

let scale = 0;

/** Browser's font size relative to the usual 16 px. */
function textScale(): number {
  scale ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return scale;
}

const heightOf = (sum: number, count: number, { width, gap }: Pick<Wall, 'width' | 'gap'>): number =>
  (width - gap * Math.max(0, count - 1)) / sum;
