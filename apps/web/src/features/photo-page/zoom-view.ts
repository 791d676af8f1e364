/** How a photo lies in its window: how much larger than when it fits, and how far its middle is from the window's. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The photo as large as it fits, and the window it is seen through. */
export interface Stage {
  photo: Size;
  window: Size;
  /** Of the picture itself, in pixels. */
  pixels: number;
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };

/** One pixel of the picture on one of the page; a small picture is at least brought nearer. */
export const fullScale = ({ photo, pixels }: Stage): number => Math.max(2, pixels / photo.width);

/** Nearer or farther, so that what lies under the point (from the window's middle) stays under it. */
export function zoomedAt(view: ZoomView, by: number, point: { x: number; y: number }, stage: Stage): ZoomView {
  const scale = Math.min(Math.max(view.scale * by, 1), fullScale(stage) * 2);
  const grown = scale / view.scale;
  return within({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, stage);
}

export const movedBy = (view: ZoomView, x: number, y: number, stage: Stage): ZoomView =>
  within({ ...view, x: view.x + x, y: view.y + y }, stage);

/** The photo never leaves its window further than its edge. */
function within({ scale, x, y }: ZoomView, { photo, window }: Stage): ZoomView {
  const most = (whole: number, seen: number) => Math.max(0, (whole * scale - seen) / 2);
  return { scale, x: held(x, most(photo.width, window.width)), y: held(y, most(photo.height, window.height)) };
}

// Never minus nothing.
const held = (value: number, most: number): number => Math.min(Math.max(value, -most), most) || 0;
