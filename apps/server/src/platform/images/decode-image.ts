import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { cmykConversion, type FromInks } from './cmyk.ts';
import { colorSpaceOf } from './color-profiles.ts';
import {
  avifColors,
  gifWithTransparency,
  isAvifCutOff,
  isGifCutOff,
  type JpegStructure,
  readJpeg,
  withProfile,
} from './image-structures.ts';
import {
  type ColorOverride,
  hasColorMatrix,
  isPngCutOff,
  pngColors,
  pngWithProfile,
  repairedPng,
  withWholePalette,
} from './png-structure.ts';

/** Decodes images as Chromium displays them (docs/decisions/0018-image-decoding-and-heic.md), so photos match the browser's preview. */

export type Unreadable = 'not an image' | 'unsupported' | 'incomplete' | 'damaged' | 'heic' | 'too many pixels' | 'too small' | 'too hard';

export class Refused extends Error {
  readonly unreadable: Unreadable;
  constructor(unreadable: Unreadable, reason: string) {
    super(reason);
    this.unreadable = unreadable;
  }
}

export interface Limits {
  pixels: number;
  sideMin: number;
  sideMax: number;
}

interface Inspected {
  bytes: Buffer;
  container: DecodedFormat;
  metadata: Metadata;
  orientation: number;
  width: number;
  height: number;
}

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Sets the target size before rotation. `turned` means that width and height swap. */
type Resize = (image: Sharp, turned: boolean) => Sharp;

/** Reads the header and refuses images that cannot or must not be decoded. */
export async function inspectImage(bytes: Buffer, limits: Limits): Promise<Inspected> {
  const container = containerOf(bytes);
  if (container === 'heic') throw new Refused('heic', 'HEVC inside HEIF');
  if (container === 'other') throw new Refused('unsupported', 'a format that is not read here');
  if (container === null) throw new Refused('not an image', 'no known format');
  if (container === 'jpeg') requireKnownProcess(readJpeg(bytes));
  const metadata = await reading({ bytes, container }, () => sharp(bytes, { ...readerOptions(limits.pixels), failOn: 'none' }).metadata());
  const orientation = (container === 'jpeg' || container === 'png') && metadata.exif ? orientationIn(metadata.exif) : 1;
  const { width, height } = metadata;
  if (width * height > limits.pixels || Math.max(width, height) > limits.sideMax)
    throw new Refused('too many pixels', `${width} x ${height}`);
  if (Math.min(width, height) < limits.sideMin) throw new Refused('too small', `${width} x ${height}`);
  return { bytes, container, metadata, orientation, ...(orientation >= 5 ? { width: height, height: width } : { width, height }) };
}

/** Accepts Huffman-coded baseline, sequential and progressive JPEGs of 8 bits. No browser reads the others. */
function requireKnownProcess({ frame, precision }: JpegStructure): void {
  if (frame === null) throw new Refused('incomplete', 'a JPEG without a frame');
  if (precision !== 8 || ![0xc0, 0xc1, 0xc2].includes(frame)) throw new Refused('unsupported', `JPEG frame ${frame}, ${precision} bits`);
}

export async function decodeImage(image: Inspected, limits: Limits, resize: Resize): Promise<Pixels> {
  const read = (file: Buffer, failOn: SharpOptions['failOn'], colors: Colors): Promise<Pixels> =>
    reading(image, () =>
      pixelsOf(file, { ...readerOptions(limits.pixels), failOn }, colors, (decoded) => resize(decoded, image.orientation >= 5)),
    );
  return upright(await decodeByContainer(image, read), image.orientation);
}

type Read = (file: Buffer, failOn: SharpOptions['failOn'], colors: Colors) => Promise<Pixels>;

function decodeByContainer({ bytes, container }: Inspected, read: Read): Promise<Pixels> {
  switch (container) {
    case 'jpeg':
      return decodeJpeg(bytes, read);
    case 'png':
      return decodePng(bytes, read);
    case 'gif':
      return read(gifWithTransparency(bytes), 'warning', null);
    case 'avif':
      return read(bytes, 'warning', avifColors(bytes));
    case 'webp':
      return read(bytes, 'warning', null);
  }
}

async function decodePng(bytes: Buffer, read: Read): Promise<Pixels> {
  if (hasColorMatrix(bytes)) throw new Refused('unsupported', 'cICP with a matrix');
  const colors = pngColors(bytes);
  const whole = withWholePalette(bytes);
  try {
    return await read(whole, 'warning', colors);
  } catch (error) {
    const isDamaged = error instanceof Refused && error.unreadable === 'damaged';
    const repaired = isDamaged && repairedPng(whole);
    if (!repaired) throw error;
    return await read(repaired, 'warning', colors);
  }
}

/**
 * Decodes a JPEG despite warnings or a missing end marker, as browsers do. Decodes twice with different trailing bytes to detect
 * missing pixels, because the decoder derives those from the bytes that follow.
 */
async function decodeJpeg(bytes: Buffer, read: Read): Promise<Pixels> {
  const jpeg = readJpeg(bytes);
  if (jpeg.end === null && !jpeg.hasAllScans) throw new Refused('incomplete', 'not all scans');
  const fromInks = jpeg.components === 4 ? cmykConversion(jpeg.profile) : null;
  const colors = fromInks && { fromInks };
  const file = withOneProfile(bytes, jpeg);
  if (jpeg.end !== null) {
    const first = await read(file(), 'warning', colors).catch((error: unknown) => error as Error);
    if (!(first instanceof Error)) return first;
    if (first instanceof Refused && first.unreadable === 'too many pixels') throw first;
  }
  const decoded = await read(file(), 'none', colors);
  const second = await read(file(noise), 'none', colors);
  if (!decoded.data.equals(second.data)) throw new Refused('incomplete', 'pixels are missing');
  return decoded;
}

const noise = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 73 + 41) % 251));

/** Returns a function that rebuilds the file with an end marker and only its first profile, as browsers do. `more` follows the last scan. */
function withOneProfile(bytes: Buffer, jpeg: JpegStructure): (more?: Buffer) => Buffer {
  const profile = jpeg.profile;
  const hasSeveral = profile !== null && jpeg.profileSegments.length > 1 && !isInParts(profile, jpeg);
  const body = bytes.subarray(0, jpeg.end ?? (bytes.at(-1) === 0xff ? bytes.length - 1 : bytes.length));
  const withSingleProfile = hasSeveral ? withProfile(body, jpeg, profile) : body;
  return (more = Buffer.alloc(0)) => Buffer.concat([withSingleProfile, more, Buffer.from([0xff, 0xd9])]);
}

const isInParts = (profile: Buffer, { profileSegments }: JpegStructure): boolean =>
  profileSegments.reduce((sum, { from, to }) => sum + to - from - 18, 0) === profile.length;

type Colors = ColorOverride | { fromInks: FromInks } | null;

async function pixelsOf(file: Buffer, options: SharpOptions, colors: Colors, resize: (image: Sharp) => Sharp): Promise<Pixels> {
  if (colors === null) return rawOf(resize(sharp(file, options)).toColourspace('srgb'));
  if ('fromInks' in colors) {
    const { data, info } = await rawOf(resize(sharp(file, options).pipelineColourspace('cmyk')).toColourspace('cmyk'));
    return { data: colors.fromInks(data), info: { ...info, channels: 3 } };
  }
  const { profile } = colors;
  const plain = resize(sharp(file, { ...options, ignoreIcc: true }));
  if (profile === null) return rawOf(plain.toColourspace('srgb'));
  const gray = colorSpaceOf(profile) === 'GRAY';
  const png = await plain
    .toColourspace(gray ? 'b-w' : 'srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
  return rawOf(sharp(pngWithProfile(png, profile)).toColourspace('srgb'));
}

async function rawOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  // Omits `premultiplied`, which would make sharp divide by alpha again.
  return { data, info: { width: info.width, height: info.height, channels: info.channels } };
}

async function upright(pixels: Pixels, orientation: number): Promise<Pixels> {
  if (orientation === 1) return pixels;
  const image = sharp(pixels.data, { raw: pixels.info }).flop([2, 4, 5, 7].includes(orientation));
  const angle = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation];
  return rawOf(angle === undefined ? image : image.rotate(angle));
}

const readerOptions = (pixels: number): SharpOptions => ({ limitInputPixels: pixels, sequentialRead: true, pages: 1 });

async function reading<Result>({ bytes, container }: Pick<Inspected, 'bytes' | 'container'>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit/.test(message)) throw new Refused('too many pixels', message);
    throw new Refused(isCutOff(bytes, container) ? 'incomplete' : 'damaged', message);
  }
}

/** Returns the EXIF orientation, 1 to 8, under the rules of browsers: one SHORT in the first directory. Otherwise returns 1. */
function orientationIn(exif: Buffer): number {
  const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return 1;
  const word = (offset: number): number => (order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const long = (offset: number): number => (order === 'II' ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset));
  const directory = long(4);
  if (word(2) !== 42 || directory + 2 > tiff.length) return 1;
  const count = Math.min(word(directory), Math.floor((tiff.length - directory - 2) / 12));
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (word(entry) !== 0x112) continue;
    const value = word(entry + 8);
    return word(entry + 2) === 3 && long(entry + 4) === 1 && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

type DecodedFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Returns the format from the first bytes. `other` is an image that the server does not decode. SVG is null because it may contain scripts. */
function containerOf(bytes: Buffer): DecodedFormat | 'heic' | 'other' | null {
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

function isCutOff(bytes: Buffer, container: DecodedFormat): boolean {
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
