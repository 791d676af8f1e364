import { isAvifCutOff } from './avif-structure.ts';
import { isGifCutOff } from './gif-structure.ts';
import { readJpeg } from './jpeg-structure.ts';
import { isPngCutOff } from './png-structure.ts';

export type DecodedFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Returns the format from the first bytes. `other` is an image that the server does not decode. SVG is null because it may contain scripts. */
export function containerOf(bytes: Buffer): DecodedFormat | 'heic' | 'other' | null {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp';
  if (head.slice(4, 8) === 'ftyp' && bytes.length >= 12) {
    const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
    if (/avi[fs]/.test(brands)) return 'avif';
    // Phone photos. HEIC holds HEVC, for which the decoder has no license.
    if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return 'heic';
    if (/^(?:jxl|jp[2xm]|crx)/.test(brands)) return 'other';
  }
  return otherFormats.test(head) ? 'other' : null;
}

const otherFormats = /^(?:BM.{4}\0\0\0\0|\0\0[\x01\x02]\0[^\0]\0|II[*+]\0|MM\0[*+]|8BPS|\xff\x0a|\0\0\0\x0c(?:JXL |jP {2}))/s;

export function isCutOff(bytes: Buffer, container: DecodedFormat): boolean {
  switch (container) {
    case 'jpeg':
      return readJpeg(bytes).end === null;
    case 'png':
      return isPngCutOff(bytes);
    case 'gif':
      return isGifCutOff(bytes);
    case 'webp':
      return bytes.length >= 8 && bytes.readUInt32LE(4) + 8 > bytes.length;
    case 'avif':
      return isAvifCutOff(bytes);
  }
}
