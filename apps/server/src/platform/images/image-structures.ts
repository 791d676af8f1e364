import { profileOfNumbers } from './color-profiles.ts';
import type { ColorOverride } from './png-structure.ts';

interface Box {
  name: string;
  body: Buffer;
  cutOff: boolean;
}

function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let from = 0; from + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(from);
    const isLarge = size === 1 && from + 16 <= bytes.length;
    const length = size === 0 ? bytes.length - from : isLarge ? Number(bytes.readBigUInt64BE(from + 8)) : size;
    if (length < 8) return;
    const body = bytes.subarray(from + (isLarge ? 16 : 8), from + length);
    yield { name: bytes.toString('latin1', from + 4, from + 8), body, cutOff: from + length > bytes.length };
    from += length;
  }
}

export function isAvifCutOff(bytes: Buffer): boolean {
  for (const { cutOff } of boxesOf(bytes)) if (cutOff) return true;
  return false;
}

/** Returns the colors that an AVIF declares by number, which the decoder ignores. Like browsers, treats video transfer curves as sRGB. */
export function avifColors(bytes: Buffer): ColorOverride | null {
  const within = (parent: Buffer | undefined, type: string): Buffer | undefined => {
    for (const { name, body } of boxesOf(parent ?? Buffer.alloc(0))) if (name === type) return body;
    return undefined;
  };
  const properties = within(within(within(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco');
  const colors: Buffer[] = [];
  for (const { name, body } of boxesOf(properties ?? Buffer.alloc(0))) if (name === 'colr') colors.push(body);
  const numbers = colors.find((body) => body.toString('latin1', 0, 4) === 'nclx');
  if (numbers === undefined || numbers.length < 8 || colors.some((body) => body.toString('latin1', 0, 4) !== 'nclx')) return null;
  const [primaries, transfer] = [numbers.readUInt16BE(4), numbers.readUInt16BE(6)];
  const [gamut, curve] = [primaries === 2 ? 1 : primaries, [1, 2, 6, 14, 15].includes(transfer) ? 13 : transfer];
  if (gamut === 1 && curve === 13) return null;
  const profile = profileOfNumbers(gamut, curve);
  return profile && { profile };
}

/** Frame of one transparent pixel, with its graphic control block. */
const clearFrame = Buffer.from([
  ...[0x21, 0xf9, 4, 1, 0, 0, 0, 0],
  ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0],
  ...[2, 2, 0x44, 1, 0],
]);

interface FirstFrame {
  end: number;
  fillsCanvas: boolean;
}

/** Returns null if the file ends before its first frame does. */
function firstFrame(bytes: Buffer): FirstFrame | null {
  if (bytes.length < 13) return null;
  let offset = 13 + tableLength(bytes[10]!);
  while (offset < bytes.length && bytes[offset] !== 0x3b) {
    const isFrame = bytes[offset] === 0x2c;
    const fillsCanvas = isFrame && offset + 10 <= bytes.length && fills(bytes, offset + 1);
    if (isFrame) offset += 10 + tableLength(bytes[offset + 9] ?? 0) + 1;
    else offset += 2;
    while (offset < bytes.length && bytes[offset] !== 0) offset += 1 + bytes[offset]!;
    if (offset >= bytes.length) return null;
    offset += 1;
    if (isFrame) return { end: offset, fillsCanvas };
  }
  return null;
}

const fills = (bytes: Buffer, offset: number): boolean =>
  [0, 2].every(
    (index) => bytes.readUInt16LE(offset + index) === 0 && bytes.readUInt16LE(offset + 4 + index) >= bytes.readUInt16LE(6 + index),
  );

const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

export const isGifCutOff = (bytes: Buffer): boolean => firstFrame(bytes) === null;

/** Appends a transparent frame if the first does not fill the canvas, because otherwise the decoder paints the rest black. */
export function gifWithTransparency(bytes: Buffer): Buffer {
  const frame = firstFrame(bytes);
  if (frame === null || frame.fillsCanvas) return bytes;
  return Buffer.concat([bytes.subarray(0, frame.end), clearFrame, bytes.subarray(frame.end)]);
}

export interface JpegStructure {
  /** Start of frame marker, which names the coding process. Null if the file ends before it. */
  frame: number | null;
  precision: number;
  components: number;
  end: number | null;
  /** The scans hold every component at full precision. */
  hasAllScans: boolean;
  /** The first profile, assembled as in browsers. */
  profile: Buffer | null;
  profileSegments: { from: number; to: number }[];
}

const iccName = Buffer.from('ICC_PROFILE\0', 'latin1');

export function readJpeg(bytes: Buffer): JpegStructure {
  const jpeg: JpegStructure = {
    frame: null,
    precision: 0,
    components: 0,
    end: null,
    hasAllScans: false,
    profile: null,
    profileSegments: [],
  };
  const parts: Buffer[] = [];
  const coverage = new ScanCoverage();
  let offset = 2;
  for (;;) {
    // Decoders skip bytes outside segments.
    while (offset < bytes.length && !(bytes[offset] === 0xff && isMarker(bytes[offset + 1]))) offset += 1;
    if (offset + 1 >= bytes.length) break;
    const marker = bytes[offset + 1]!;
    if (marker === 0xd9) {
      jpeg.end = offset;
      break;
    }
    if (offset + 4 > bytes.length) break;
    const to = offset + 2 + bytes.readUInt16BE(offset + 2);
    const body = bytes.subarray(offset + 4, to);
    if (isFrame(marker) && jpeg.frame === null && body.length >= 6) {
      Object.assign(jpeg, { frame: marker, precision: body[0], components: body[5] });
      coverage.begin(body, marker === 0xc2);
    } else if (marker === 0xda) coverage.add(body);
    else if (marker === 0xe2 && body.subarray(0, 12).equals(iccName) && jpeg.frame === null) {
      jpeg.profileSegments.push({ from: offset, to: Math.min(to, bytes.length) });
      parts.push(body.subarray(12));
    }
    offset = Math.max(to, offset + 2);
  }
  return { ...jpeg, hasAllScans: coverage.isWhole(), profile: assembled(parts) };
}

/** Excludes stuffed bytes and restart markers, which belong to the pixels, and 0xFF, which is padding. */
const isMarker = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0xc0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd8);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Tracks which coefficients the scans have brought to full precision. */
class ScanCoverage {
  #wanted = new Map<number, Set<'dc' | 'ac'>>();

  begin(frame: Buffer, progressive: boolean): void {
    for (let offset = 6; offset + 3 <= frame.length; offset += 3)
      this.#wanted.set(frame[offset]!, new Set(progressive ? ['dc', 'ac'] : ['dc']));
  }

  add(scan: Buffer): void {
    const count = scan[0] ?? 0;
    const [start = 0, end = 0, bits = 0] = scan.subarray(1 + count * 2);
    if ((bits & 15) !== 0 && end !== 0xff && this.#isProgressive()) return;
    for (let index = 0; index < count; index += 1) {
      const missing = this.#wanted.get(scan[1 + index * 2]!);
      if (start === 0) missing?.delete('dc');
      if (end === 63) missing?.delete('ac');
    }
  }

  #isProgressive(): boolean {
    return [...this.#wanted.values()].some((bands) => bands.has('ac'));
  }

  isWhole(): boolean {
    return this.#wanted.size > 0 && [...this.#wanted.values()].every((bands) => bands.size === 0);
  }
}

function assembled(parts: readonly Buffer[]): Buffer | null {
  const count = parts[0]?.[1] ?? 0;
  const ordered = Array.from({ length: count }, (_, index) => parts.find((part) => part[0] === index + 1 && part[1] === count));
  if (count === 0 || ordered.includes(undefined)) return null;
  return Buffer.concat(ordered.map((part) => part!.subarray(2)));
}

export function withProfile(bytes: Buffer, { profileSegments }: JpegStructure, profile: Buffer): Buffer {
  const most = 65_000;
  const count = Math.ceil(profile.length / most);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * most, (index + 1) * most);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + iccName.length + 2 + part.length, 2);
    return Buffer.concat([head, iccName, Buffer.from([index + 1, count]), part]);
  });
  const rest = profileSegments.map(({ to }, index) => bytes.subarray(to, profileSegments[index + 1]?.from ?? bytes.length));
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2, profileSegments[0]?.from ?? bytes.length), ...rest]);
}
