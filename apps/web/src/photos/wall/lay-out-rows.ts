import type { Photo } from '@mbari/contract/shapes/photos';
import { textScale } from '~/platform/lib/text-scale.ts';
import { aloneBelow, boxRatio, packRows, type Row, type Wall } from './pack-rows.ts';

export interface WallLayout extends Wall {
  /** What a row has above and below its images, in pixels, as the CSS has it. */
  rowExtra: number;
  /** Between a row and the next, in pixels. */
  rowGap: number;
}

/** A row has the edges of stacks above its images, and their labels below. */
export const feedLayout = (width: number): WallLayout => ({
  width,
  gap: 20,
  rowExtra: 10 + 10 + Math.ceil(66 * textScale()),
  rowGap: width < aloneBelow ? 6 : 14,
});

/**
 * All rows, and where each begins; the end of the wall comes last. In whole pixels, so that the space for rows that are not rendered is
 * exactly as high as they are. While more posts come, a last row that is not full is left out: nothing on the screen is laid out anew.
 */
export function layOutRows(photos: readonly Photo[], layout: WallLayout, more: boolean): { rows: Row[]; tops: number[] } {
  const packed = layout.width === 0 ? [] : packRows(photos.map(ratioOf), layout);
  const rows = more && packed.length > 1 ? packed.filter(({ width }) => width === layout.width) : packed;
  const tops = [0];
  let top = 0;
  for (const { height } of rows) tops.push((top += Math.ceil(height) + layout.rowExtra + layout.rowGap));
  return { rows, tops };
}

export const ratioOf = ({ images: [image] }: Photo): number => (image === undefined ? 1 : boxRatio(image.width, image.height));
