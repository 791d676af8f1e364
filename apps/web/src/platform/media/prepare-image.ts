import type { CameraData } from '@mbari/contract/photos/post-fields';
import { imageHeightMax, imageWidths } from '@mbari/contract/platform/image-widths';
import * as limits from '@mbari/contract/platform/limits';
import { imageDamaged, imageTooManyPixels, imageTooSmall, imageUnsupported } from '@mbari/words/refusals';
import * as sentences from '@mbari/words/sentences';
import { isMetered } from '~/platform/lib/less-data.ts';
import { askWorker } from './ask-worker.ts';
import { checkFiles, headOf, kindOf, withTrueTypes } from './check-files.ts';
import { type Drawing, type Drawn, drawSmaller } from './draw-smaller.ts';
import type { ImageEdit } from './image-edit.ts';
import type { PrivateMetadata } from './image-metadata.ts';
import { type PixelSize, sizeInPixels } from './size-in-pixels.ts';

export interface PrepareOptions {
  /** Keeps the size in pixels. A format that the server cannot read is still converted. */
  fullSize: boolean;
  /** The HEIC decoder may be downloaded over a metered connection. */
  mayFetch: boolean;
  edit?: ImageEdit | undefined;
}

type Prepared =
  | {
      is: 'ready';
      file: File;
      /** Hidden data of the picked file that is no longer in the prepared one. */
      removed: PrivateMetadata[];
      /** Camera settings of the picked file; the prepared file may lack them. */
      camera: CameraData | null;
    }
  | { is: 'needs decoder' }
  | { is: 'refused'; why: string };

export const decoderBytes = 370 * 1024;

/** Maximum size that the server stores; more pixels would waste data. */
const largestKept = { width: imageWidths.at(-1)!, height: imageHeightMax, pixels: limits.imagePixels };
const largestTaken = { width: limits.imageSideMax, height: limits.imageSideMax, pixels: limits.imagePixels };
/** Smaller files are sent as they are. */
const smallEnough = 400 * 1024;

/** Prepares a file for upload: at most the size the server stores, and in a format it reads. */
export function prepareImage(file: File, options: PrepareOptions): Promise<Prepared> {
  const prepared = last.then(() => prepare(file, options));
  last = prepared.catch(() => undefined);
  return prepared;
}

type Ready = Extract<Prepared, { is: 'ready' }>;

/** Prepares picked files for upload. `wrong` lists the errors of the files that are not ready. */
export async function prepareFiles(picked: readonly File[], room: number): Promise<{ ready: Ready[]; wrong: string[]; over: boolean }> {
  const { taken, wrong, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
  // The member waits for the picked files, so the HEIC decoder may be downloaded.
  const prepared = await Promise.all(taken.map((file) => prepareImage(file, { fullSize: false, mayFetch: true }).catch(() => null)));
  const ready = prepared.flatMap((photo) => (photo?.is === 'ready' ? [photo] : []));
  const refused = prepared.flatMap((photo) => (photo?.is === 'refused' ? [photo.why] : photo === null ? [imageDamaged] : []));
  return { ready, over, wrong: [...new Set([...wrong, ...refused])] };
}

/** Prepares one image at a time, because two decoded images may exceed a phone's memory. */
let last: Promise<unknown> = Promise.resolve();

async function prepare(file: File, { fullSize, mayFetch, edit }: PrepareOptions): Promise<Prepared> {
  const head = await headOf(file);
  const { name, animated } = kindOf(head);
  const size = sizeInPixels(file.size <= smallEnough ? new Uint8Array(await file.arrayBuffer()) : head, name);
  if (size !== null && Math.min(size.width, size.height) < limits.imageSideMin) return refusal(imageTooSmall);
  const isBeyondLimits = size !== null && isLarger(size);
  // The server reads neither HEIC nor formats unknown here, such as BMP.
  const needsConversion = name === 'heic' || name === null || isBeyondLimits || edit !== undefined;
  if (!needsConversion && (animated || fullSize || file.size <= smallEnough)) return asItIs(file);
  const drawing = {
    most: fullSize ? largestTaken : largestKept,
    always: needsConversion,
    mayBeTransparent: name !== 'jpeg' && name !== 'heic',
    edit,
  };
  let drawn = await draw({ ...drawing, source: file });
  if (drawn === null && name === 'heic') {
    if (!mayFetch && isMetered()) return { is: 'needs decoder' };
    const { decodeHeic } = await import('./decode-heic.ts');
    const pixels = await decodeHeic(file);
    if (pixels !== null) drawn = await draw({ ...drawing, source: pixels });
  }
  if (drawn === null && isBeyondLimits) return refusal(imageTooManyPixels);
  if (drawn === null && (name === null || edit)) return refusal(imageUnsupported);
  if (drawn === null || !(needsConversion || isWorthIt(drawn, file))) return asItIs(file);
  if (drawn.file.size >= limits.imageBytes) return refusal(sentences.imageTooLarge);
  const { privateMetadataIn, cameraDataIn } = await import('./image-metadata.ts');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const resized = new File([drawn.file], nameFor(file.name, drawn.file.type), { type: drawn.file.type });
  return { is: 'ready', file: resized, removed: privateMetadataIn(bytes), camera: cameraDataIn(bytes) };
}

const refusal = (reason: string): Prepared => ({ is: 'refused', why: reason });

const isLarger = ({ width, height }: PixelSize): boolean =>
  width > largestTaken.width || height > largestTaken.height || width * height > largestTaken.pixels;

const asItIs = async (file: File): Promise<Prepared> =>
  file.size < limits.imageBytes ? { is: 'ready', file, removed: [], camera: await cameraOf(file) } : refusal(sentences.imageTooLarge);

/** Returns the camera data to show. If the code fails to load, nothing is lost: the server reads the unchanged file. */
async function cameraOf(file: File): Promise<CameraData | null> {
  try {
    const { cameraDataIn } = await import('./image-metadata.ts');
    return cameraDataIn(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  }
}

/** Encoding again loses some quality, so it must save enough bytes. */
const isWorthIt = ({ file, smaller }: Drawn, { size }: File): boolean => file.size < size * (smaller ? 0.95 : 0.8);

function draw(drawing: Drawing): Promise<Drawn | null> {
  if (typeof Worker !== 'function' || typeof OffscreenCanvas !== 'function') return drawSmaller(drawing);
  return askWorker<Drawn>(new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' }), drawing);
}

const nameFor = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'photo'}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
