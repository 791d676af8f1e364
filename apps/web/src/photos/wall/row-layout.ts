import { aloneBelow, boxRatio, packRows, type Row, type Wall } from './pack-rows.ts';

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

let scale = 0;

/** Browser's font size relative to the usual 16 px. */
function textScale(): number {
  scale ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return scale;
}
