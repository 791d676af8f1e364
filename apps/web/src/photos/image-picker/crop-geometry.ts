import type { Crop, ImageEdit } from '~/platform/media/image-edit.ts';

export interface Point {
  x: number;
  y: number;
}

/** 0: the left or upper side; 1: the right or lower side. */
export interface Corner {
  x: 0 | 1;
  y: 0 | 1;
}

/** Smallest width and height of a crop. */
const least = 0.05;

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export const moved = ({ x, y, width, height }: Crop, by: Point): Crop => ({
  x: between(x + by.x, 0, 1 - width),
  y: between(y + by.y, 0, 1 - height),
  width,
  height,
});

/** Moves a corner; the opposite one stays. `shape` is a locked ratio of the shares. */
export function resized(crop: Crop, corner: Corner, to: Point, shape: number | null): Crop {
  const fixed = { x: crop.x + (1 - corner.x) * crop.width, y: crop.y + (1 - corner.y) * crop.height };
  const most = { width: corner.x === 1 ? 1 - fixed.x : fixed.x, height: corner.y === 1 ? 1 - fixed.y : fixed.y };
  let width = between(corner.x === 1 ? to.x - fixed.x : fixed.x - to.x, least, most.width);
  let height = between(corner.y === 1 ? to.y - fixed.y : fixed.y - to.y, least, most.height);
  if (shape !== null) {
    width = Math.min(Math.max(width, height * shape), most.width, most.height * shape);
    height = width / shape;
  }
  return { x: fixed.x - (1 - corner.x) * width, y: fixed.y - (1 - corner.y) * height, width, height };
}

/** Grows or shrinks the crop at its right and lower sides. */
export function stretched(crop: Crop, by: Point, shape: number | null): Crop {
  const grow = shape === null ? by : by.x === 0 ? { x: by.y * shape, y: by.y } : { x: by.x, y: by.x / shape };
  return resized(crop, { x: 1, y: 1 }, { x: crop.x + crop.width + grow.x, y: crop.y + crop.height + grow.y }, shape);
}

/** Grows or shrinks the crop around its centre, in its shape. */
export function scaled(crop: Crop, by: number): Crop {
  const factor = between(by, least / Math.min(crop.width, crop.height), Math.min(1 / crop.width, 1 / crop.height));
  return around(centreOf(crop), crop.width * factor, crop.height * factor);
}

/** Returns the largest crop of a shape around the centre of another. */
export function fitted(crop: Crop, shape: number): Crop {
  const width = Math.min(1, shape);
  return around(centreOf(crop), width, width / shape);
}

/** Turns the edited image by a quarter, clockwise. */
export const turned = ({ turns, angle, crop: { x, y, width, height } }: ImageEdit): ImageEdit => ({
  turns: (turns + 1) % 4,
  angle,
  crop: { x: 1 - y - height, y: x, width: height, height: width },
});

const centreOf = ({ x, y, width, height }: Crop): Point => ({ x: x + width / 2, y: y + height / 2 });

const around = ({ x, y }: Point, width: number, height: number): Crop =>
  moved({ x: x - width / 2, y: y - height / 2, width, height }, { x: 0, y: 0 });
