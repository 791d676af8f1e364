import type { FileKind } from './check-files.ts';

export interface PixelSize {
  width: number;
  height: number;
}

/** Returns the size that the file header declares, or null. Decodes nothing, so it is cheap for any size. */
export function sizeInPixels(bytes: Uint8Array, kind: FileKind['name']): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (kind) {
      case 'png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 'webp':
        return sizeOfWebp(view);
      case 'jpeg':
        return sizeOfJpeg(view);
      case 'avif':
        return sizeOfAvif(view);
      default:
        return null;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function sizeOfWebp(view: DataView): PixelSize | null {
  const format = view.getUint8(15);
  // 'X': extended. 'L': lossless. Otherwise lossy.
  if (format === 0x58) return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  if (format === 0x4c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function sizeOfJpeg(view: DataView): PixelSize | null {
  for (let offset = 2; ;) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    // Fill bytes may precede a marker.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
}

/** Returns the size of the largest item, because grid tiles are smaller than the image. */
function sizeOfAvif(view: DataView): PixelSize | null {
  let largest: PixelSize | null = null;
  for (let offset = 0; offset + 16 <= view.byteLength; offset += 1) {
    // 'ispe'
    if (view.getUint32(offset) !== 0x69737065) continue;
    const size = { width: view.getUint32(offset + 8), height: view.getUint32(offset + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
