/** What is to be drawn anew, and how. Travels to the worker. */
export interface Drawing {
  source: Blob | ImageData;
  /** Pixels across; never enlarged. */
  widest: number;
  /** Some of it may be see-through, which a JPEG would lose. */
  mayBeClear: boolean;
  /** Draw it even where it is narrow enough already. */
  always: boolean;
}

export interface Drawn {
  file: Blob;
  /** Fewer pixels than before. */
  smaller: boolean;
}

const quality = 0.9;
/** Above this a photo of its width is worth writing anew: no camera's better JPEG needs more. */
const plentyPerPixel = 0.6;

/** Upright, in sRGB, no wider than asked, and nothing but the picture. Null: this browser cannot read it, or there is nothing to gain. */
export async function drawSmaller({ source, widest, mayBeClear, always }: Drawing): Promise<Drawn | null> {
  const picture = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return null;
  const width = Math.min(widest, picture.width);
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const smaller = width < picture.width;
  const plenty = source instanceof Blob && source.size > width * height * plentyPerPixel;
  if (!smaller && !always && !plenty) {
    picture.close();
    return null;
  }
  const canvas = newCanvas(width, height);
  const brush = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (brush === null) {
    picture.close();
    return null;
  }
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(picture, 0, 0, width, height);
  // Decoded, a photo takes forty times the room of its file.
  picture.close();
  const clear = mayBeClear && isSomewhereClear(brush, width, height);
  const type = clear ? 'image/webp' : 'image/jpeg';
  const file = await written(canvas, type);
  canvas.width = 0;
  // A browser that cannot write a kind answers a PNG.
  return file?.type === type ? { file, smaller } : null;
}

function newCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Read in strips: all of it at once would double the room that it takes. */
function isSomewhereClear(brush: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, width: number, height: number): boolean {
  const strip = 128;
  for (let top = 0; top < height; top += strip) {
    const { data } = brush.getImageData(0, top, width, Math.min(strip, height - top));
    for (let at = 3; at < data.length; at += 4) if (data[at]! < 255) return true;
  }
  return false;
}

const written = (canvas: OffscreenCanvas | HTMLCanvasElement, type: string): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality }).catch(() => null)
    : new Promise((resolve) => canvas.toBlob(resolve, type, quality));
