import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/words/sentences';

/** A photo as text, because sessionStorage stores strings only. */
export interface AvatarDraft {
  /** data:image/…;base64,… */
  url: string;
  /** The browser cannot decode the file; it is sent unchanged, and the server decides. */
  isUndecodable?: boolean;
}

/** A square of the upright image, in pixels. */
export interface Square {
  x: number;
  y: number;
  width: number;
}

/** Rejects by the specification's limits before reading the file. */
export function findProblem(file: File): string | undefined {
  if (!file.type.startsWith('image/') && !isForeign(file)) return sentences.avatarNotImage;
  return file.size >= limits.avatarBytes ? sentences.avatarTooLarge : undefined;
}

/** Decodes and rotates the image; null if the browser cannot. */
export const decode = (file: File): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

/** Formats that only some browsers decode. */
export const isForeign = ({ type, name }: File): boolean =>
  /^image\/(hei[cf]|avif|tiff|jxl)/.test(type) || (type === '' && /\.(hei[cf]|avif)$/i.test(name));

/** Redraws the crop, which shrinks it and drops location, camera and date. */
export async function cropImage(image: ImageBitmap, { x, y, width }: Square): Promise<AvatarDraft> {
  const side = Math.max(1, Math.min(longestSide, Math.round(width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Canvas 2D context is unavailable');
  // Transparency would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, width, 0, 0, side, side);
  return { url: await readAsDataUrl(await encodeCanvas(canvas)) };
}

export const toUncroppedDraft = async (file: File): Promise<AvatarDraft> => ({ url: await readAsDataUrl(file), isUndecodable: true });

export function fileOf({ url }: AvatarDraft): File {
  const [head = '', body = ''] = url.split(',', 2);
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'application/octet-stream';
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new File([bytes], `photo.${type.replace(/^image\//, '')}`, { type });
}

/** Twice the stored size. */
const longestSide = 1280;

/** Encodes as WebP, or as JPEG if the browser cannot write WebP. */
async function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  const webp = await blobOf(canvas, 'image/webp');
  return webp.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg');
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('Failed to encode the cropped photo')) : resolve(blob)), type, 0.86),
  );

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('Unexpected FileReader result')));
    reader.onerror = () => reject(reader.error ?? new Error('Failed to read the photo'));
    reader.readAsDataURL(blob);
  });
