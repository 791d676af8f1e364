import type { CameraData } from '@mbari/contract/photos/post-fields';
import type { ImageReceipt } from '@mbari/contract/photos/posts';
import { readCameraData } from '@mbari/contract/photos/read-camera-data';

export type PrivateMetadata = ImageReceipt['removed'][number];

export function cameraDataIn(bytes: Uint8Array): CameraData | null {
  const start = findExif(bytes);
  return start === null ? null : readCameraData(bytes.subarray(start));
}

/**
 * Returns the kinds of hidden data in a file, without their values. Finds the EXIF block by its first
 * bytes, at any place in the file (JPEG, HEIC, PNG, WebP).
 */
export function privateMetadataIn(bytes: Uint8Array): PrivateMetadata[] {
  const kinds = new Set<PrivateMetadata>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = findExif(bytes);
  if (start !== null) {
    try {
      readExif(view, start, kinds);
    } catch (error) {
      // Truncated block: keeps the results up to here.
      if (!(error instanceof RangeError)) throw error;
    }
    if (kinds.size === 0) kinds.add('other');
  }
  if (indexOf(bytes, 'http://ns.adobe.com/xap/') !== -1) kinds.add('other');
  return order.filter((kind) => kinds.has(kind));
}

const order: readonly PrivateMetadata[] = ['location', 'camera', 'date', 'author', 'thumbnail', 'other'];

/** Tag numbers of the EXIF standard. */
const tags: Record<number, PrivateMetadata> = {
  0x010f: 'camera',
  0x0110: 'camera',
  0x0131: 'camera',
  0xa434: 'camera',
  0x0132: 'date',
  0x9003: 'date',
  0x9004: 'date',
  0x013b: 'author',
  0x8298: 'author',
};
const exifBlock = 0x8769;
const gpsBlock = 0x8825;

function readExif(view: DataView, start: number, kinds: Set<PrivateMetadata>): void {
  const little = view.getUint16(start) === 0x4949;
  const readBlock = (offset: number, depth: number): number => {
    const entries = view.getUint16(start + offset, little);
    for (let entry = 0; entry < entries; entry += 1) {
      const entryOffset = start + offset + 2 + entry * 12;
      const tag = view.getUint16(entryOffset, little);
      const kind = tags[tag];
      if (kind) kinds.add(kind);
      if (tag === gpsBlock && view.getUint16(start + view.getUint32(entryOffset + 8, little), little) > 0) kinds.add('location');
      if (tag === exifBlock && depth === 0) readBlock(view.getUint32(entryOffset + 8, little), 1);
    }
    return view.getUint32(start + offset + 2 + entries * 12, little);
  };
  if (readBlock(view.getUint32(start + 4, little), 0) !== 0) kinds.add('thumbnail');
}

/** The block begins with its byte order, then 42, then 8, the offset of its first directory. */
function findExif(bytes: Uint8Array): number | null {
  const [first = null] = ['II*\0\b\0\0\0', 'MM\0*\0\0\0\b']
    .map((head) => indexOf(bytes, head))
    .filter((offset) => offset !== -1)
    .toSorted((a, b) => a - b);
  return first;
}

function indexOf(bytes: Uint8Array, word: string): number {
  const codes = [...word].map((letter) => letter.charCodeAt(0));
  for (let offset = bytes.indexOf(codes[0]!); offset !== -1; offset = bytes.indexOf(codes[0]!, offset + 1))
    if (codes.every((code, index) => bytes[offset + index] === code)) return offset;
  return -1;
}
