import * as limits from '../platform/limits.ts';
import { blank } from '../platform/visible-text.ts';
import type { CameraData } from './post-fields.ts';

/** Returns the camera settings in an EXIF block (Exif 2.32), or null. Never throws: damaged and implausible values are dropped. */
export function readCameraData(exif: Uint8Array): CameraData | null {
  const found: CameraData = {};
  try {
    const tags = readTags(withoutHeading(exif));
    const camera = nameOf(tags.text(0x010f), tags.text(0x0110));
    const lens = tags.text(0xa434);
    if (camera !== '') found.camera = camera;
    if (lens !== '') found.lens = lens;
    within(tags.number(0x920a), limits.focalLength, (value) => (found.focal_length = round(value, 1)));
    within(tags.number(0x829d), limits.aperture, (value) => (found.aperture = round(value, 1)));
    within(tags.number(0x829a), limits.exposureTime, (value) => (found.exposure_time = round(value, 6)));
    within(tags.number(0x8827), limits.iso, (value) => (found.iso = Math.round(value)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return Object.keys(found).length > 0 ? found : null;
}

const withoutHeading = (exif: Uint8Array): Uint8Array =>
  String.fromCharCode(...exif.subarray(0, 6)) === 'Exif\0\0' ? exif.subarray(6) : exif;

interface Tags {
  text: (tag: number) => string;
  number: (tag: number) => number;
}

/** Reads IFD0 and the Exif IFD, whose offset is the tag 0x8769. */
function readTags(tiff: Uint8Array): Tags {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = view.getUint16(0) === 0x4949;
  const word = (at: number): number => view.getUint16(at, little);
  const long = (at: number): number => view.getUint32(at, little);
  const entries = new Map<number, number>();
  const addDirectory = (at: number): void => {
    const count = Math.min(word(at), Math.floor((tiff.length - at - 2) / 12));
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) entries.set(word(entry), entry);
  };
  addDirectory(long(4));
  const settings = entries.get(0x8769);
  if (settings !== undefined && long(settings + 8) + 2 <= tiff.length) addDirectory(long(settings + 8));
  return {
    text: (tag) => {
      const entry = entries.get(tag);
      if (entry === undefined || word(entry + 2) !== 2) return '';
      const length = Math.min(long(entry + 4), 4 * limits.cameraName);
      const at = length <= 4 ? entry + 8 : long(entry + 8);
      return cleaned(new TextDecoder().decode(tiff.subarray(at, at + length)));
    },
    number: (tag) => {
      const entry = entries.get(tag);
      if (entry === undefined) return Number.NaN;
      const [kind, at] = [word(entry + 2), long(entry + 8)];
      if (kind === 3) return word(entry + 8);
      if (kind === 4) return at;
      return kind === 5 && at + 8 <= tiff.length ? long(at) / long(at + 4) : Number.NaN;
    },
  };
}

const undrawn = new RegExp(String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFD${blank}]`, 'gu');

/** Returns the text before the first NUL, on one line and without invisible characters. */
const cleaned = (text: string): string =>
  [...text.replace(/\0.*$/s, '').normalize('NFC').replaceAll(undrawn, '').replaceAll(/\s+/g, ' ').trim()]
    .slice(0, limits.cameraName)
    .join('')
    .trim();

/** Joins maker and model without repeating the maker. */
function nameOf(maker: string, model: string): string {
  const [first = ''] = maker.split(' ');
  if (model === '' || model.toLowerCase().startsWith(first.toLowerCase())) return model === '' ? maker : model;
  return [...`${first} ${model}`].slice(0, limits.cameraName).join('').trim();
}

/** Calls `take` with a value from 0 to `most`. Drops Infinity and NaN. */
function within(value: number, most: number, take: (value: number) => void): void {
  if (value > 0 && value <= most) take(value);
}

function round(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  return rounded > 0 ? rounded : value;
}
