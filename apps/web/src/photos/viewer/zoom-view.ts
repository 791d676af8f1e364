/** Scale relative to the fitting photo, and offset of its middle from the window's middle. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** Size of the fitting photo, and of its window. */
export interface Stage {
  photo: Size;
  window: Size;
  /** Width of the image in pixels. */
  pixels: number;
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };

/** One image pixel per page pixel; at least double. */
export const fullScale = ({ photo, pixels }: Stage): number => Math.max(2, pixels / photo.width);

/** Zooms around a point, given relative to the window's middle. */
export function zoomedAt(view: ZoomView, by: number, point: Point, stage: Stage): ZoomView {
  const scale = Math.min(Math.max(view.scale * by, 1), fullScale(stage) * 2);
  const grown = scale / view.scale;
  return within({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, stage);
}

export const movedBy = (view: ZoomView, x: number, y: number, stage: Stage): ZoomView =>
  within({ ...view, x: view.x + x, y: view.y + y }, stage);

/** Keeps the photo's edges outside the window. */
function within({ scale, x, y }: ZoomView, { photo, window }: Stage): ZoomView {
  const max = (whole: number, seen: number) => Math.max(0, (whole * scale - seen) / 2);
  return { scale, x: clamp(x, max(photo.width, window.width)), y: clamp(y, max(photo.height, window.height)) };
}

// `|| 0` turns -0 into 0.
const clamp = (value: number, max: number): number => Math.min(Math.max(value, -max), max) || 0;
