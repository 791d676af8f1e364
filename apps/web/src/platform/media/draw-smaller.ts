import { drawEdited, editedSize, type ImageEdit } from './image-edit.ts';

export interface Drawing {
  source: Blob | ImageData;
  /** Maximum size in pixels. Smaller images are not enlarged. */
  most: { width: number; height: number; pixels: number };
  /** The format supports transparency, which a JPEG would lose. */
  mayBeTransparent: boolean;
  always: boolean;
  edit?: ImageEdit | undefined;
}

export interface Drawn {
  file: Blob;
  smaller: boolean;
}

const quality = 0.9;
/** Bytes per pixel above which encoding again saves enough: more than a good JPEG needs. */
const plentyPerPixel = 0.6;

/** Encodes an image upright, edited, in sRGB, within the maximum size and without metadata. Returns null if it cannot be read, or if nothing is saved. */
export async function drawSmaller({ source, most, mayBeTransparent, always, edit }: Drawing): Promise<Drawn | null> {
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const size = edit ? editedSize(bitmap, edit) : bitmap;
  const { width, height } = sizeWithin(size, most);
  const smaller = width < size.width || height < size.height;
  const plenty = source instanceof Blob && source.size > width * height * plentyPerPixel;
  if (!smaller && !always && !plenty) {
    bitmap.close();
    return null;
  }
  const canvas = newCanvas(width, height);
  const context = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (context === null) {
    bitmap.close();
    return null;
  }
  context.imageSmoothingQuality = 'high';
  if (edit) drawEdited(context, bitmap, edit, { width, height });
  else context.drawImage(bitmap, 0, 0, width, height);
  // A decoded image can take forty times the memory of its file.
  bitmap.close();
  const isTransparent = mayBeTransparent && hasTransparency(context, width, height);
  const type = isTransparent ? 'image/webp' : 'image/jpeg';
  const file = await encode(canvas, type);
  canvas.width = 0;
  // A browser that cannot encode a format writes a PNG.
  return file?.type === type ? { file, smaller } : null;
}

export function sizeWithin({ width, height }: { width: number; height: number }, most: Drawing['most']): { width: number; height: number } {
  const scale = Math.min(1, most.width / width, most.height / height, Math.sqrt(most.pixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function newCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Reads strips, because reading the whole image would double the memory. */
function hasTransparency(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, width: number, height: number): boolean {
  const strip = 128;
  for (let top = 0; top < height; top += strip) {
    const { data } = context.getImageData(0, top, width, Math.min(strip, height - top));
    for (let offset = 3; offset < data.length; offset += 4) if (data[offset]! < 255) return true;
  }
  return false;
}

const encode = (canvas: OffscreenCanvas | HTMLCanvasElement, type: string): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality }).catch(() => null)
    : new Promise((resolve) => canvas.toBlob(resolve, type, quality));
