/** Part of a frame, as shares of its width and height. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Quarter turns clockwise, then degrees of straightening, then a crop. */
export interface ImageEdit {
  turns: number;
  angle: number;
  crop: Crop;
}

interface Size {
  width: number;
  height: number;
}

export const maxAngle = 10;

export const noEdit: ImageEdit = { turns: 0, angle: 0, crop: { x: 0, y: 0, width: 1, height: 1 } };

export const isSameEdit = (one: ImageEdit, other: ImageEdit): boolean =>
  one.turns === other.turns &&
  one.angle === other.angle &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one.crop[side] - other.crop[side]) < 1e-6);

/** Returns the frame to crop from, in pixels of the image: the largest of the turned image's shape without empty corners. */
export function frameOf(image: Size, { turns, angle }: ImageEdit): Size {
  const [width, height] = turns % 2 === 0 ? [image.width, image.height] : [image.height, image.width];
  if (angle === 0) return { width, height };
  const radians = Math.abs(angle) * (Math.PI / 180);
  // A little more, so that smoothing leaves no transparent edge.
  const scale = 1.002 * (Math.cos(radians) + Math.sin(radians) * Math.max(width / height, height / width));
  return { width: width / scale, height: height / scale };
}

/** Returns the size of the edited image in pixels. */
export function editedSize(image: Size, edit: ImageEdit): Size {
  const frame = frameOf(image, edit);
  return {
    width: Math.max(1, Math.round(edit.crop.width * frame.width)),
    height: Math.max(1, Math.round(edit.crop.height * frame.height)),
  };
}

type Context = Pick<CanvasRenderingContext2D, 'setTransform' | 'translate' | 'rotate'> & {
  drawImage: (image: ImageBitmap, x: number, y: number) => void;
};

/** Draws the edited image to a canvas of the given size. */
export function drawEdited(context: Context, image: ImageBitmap, edit: ImageEdit, { width, height }: Size): void {
  const { crop, turns, angle } = edit;
  const frame = frameOf(image, edit);
  const across = width / (crop.width * frame.width);
  const down = height / (crop.height * frame.height);
  context.setTransform(across, 0, 0, down, -crop.x * frame.width * across, -crop.y * frame.height * down);
  context.translate(frame.width / 2, frame.height / 2);
  context.rotate((turns * 90 + angle) * (Math.PI / 180));
  context.drawImage(image, -image.width / 2, -image.height / 2);
}
