import { constants, crc32, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { colorSpaceOf, type Curve, isProfile, type Primaries, profileOfNumbers, rgbProfile, srgbPrimaries } from './color-profiles.ts';

/** Colors to use instead of the image's own profile. A null profile means sRGB. */
export type ColorOverride = { profile: Buffer | null };

interface Chunk {
  name: string;
  body: Buffer;
  isIntact: () => boolean;
  from: number;
  to: number;
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let from = 8; from + 12 <= bytes.length;) {
    const to = from + 12 + bytes.readUInt32BE(from);
    if (to > bytes.length) return;
    const content = bytes.subarray(from + 4, to - 4);
    const name = content.toString('latin1', 0, 4);
    yield { name, body: content.subarray(4), isIntact: () => crc32(content) === bytes.readUInt32BE(to - 4), from, to };
    from = to;
  }
}

export function isPngCutOff(bytes: Buffer): boolean {
  for (const { name } of chunksOf(bytes)) if (name === 'IEND') return false;
  return true;
}

/**
 * Returns the colors of a PNG that the decoder gets wrong: it ignores cICP, gAMA and cHRM, and profiles of 16-bit images. Precedence
 * as in browsers: cICP, iCCP, sRGB, gAMA with cHRM.
 */
export function pngColors(bytes: Buffer): ColorOverride | null {
  const chunks = headOf(bytes);
  const numbers = fromNumbers(chunks.get('cICP'));
  if (numbers !== null) return numbers;
  const profile = unpackedProfile(chunks.get('iCCP'));
  return profile === null ? fromGamma(chunks) : fromProfile(profile, chunks.get('IHDR'));
}

function headOf(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (const { name, body, isIntact } of chunksOf(bytes)) {
    if (name === 'IDAT') break;
    if (!chunks.has(name) && isIntact()) chunks.set(name, body);
  }
  return chunks;
}

/** Checks for a cICP chunk with non-RGB pixels, which no browser shows. */
export function hasColorMatrix(bytes: Buffer): boolean {
  const numbers = headOf(bytes).get('cICP');
  return numbers?.length === 4 && numbers[2] !== 0;
}

function fromNumbers(body: Buffer | undefined): ColorOverride | null {
  if (body?.length !== 4 || body[2] !== 0 || body[3] !== 1) return null;
  const profile = profileOfNumbers(body[0]!, body[1]!);
  return profile && { profile };
}

/** The decoder applies a matching profile to 8-bit images only. */
function fromProfile(profile: Buffer, header: Buffer | undefined): ColorOverride | null {
  if (header?.[8] !== 16) return null;
  const isGray = header[9] === 0 || header[9] === 4;
  return { profile: colorSpaceOf(profile) === (isGray ? 'GRAY' : 'RGB ') ? profile : null };
}

const largestProfile = 4 * 2 ** 20;

function unpackedProfile(body: Buffer | undefined): Buffer | null {
  const name = body?.indexOf(0) ?? -1;
  if (body === undefined || name < 1) return null;
  try {
    const profile = inflateSync(body.subarray(name + 2), { maxOutputLength: largestProfile });
    return isProfile(profile) ? profile : null;
  } catch {
    return null;
  }
}

function fromGamma(chunks: ReadonlyMap<string, Buffer>): ColorOverride | null {
  const gamma = chunks.get('gAMA');
  if (chunks.has('sRGB') || gamma?.length !== 4 || gamma.readUInt32BE(0) === 0) return null;
  const curve: Curve = { g: 100_000 / gamma.readUInt32BE(0) };
  const profile = rgbProfile(primariesIn(chunks.get('cHRM')) ?? srgbPrimaries, curve) ?? rgbProfile(srgbPrimaries, curve);
  return { profile };
}

function primariesIn(body: Buffer | undefined): Primaries | null {
  if (body?.length !== 32) return null;
  const pointAt = (index: number): [number, number] => [body.readUInt32BE(index * 8) / 100_000, body.readUInt32BE(index * 8 + 4) / 100_000];
  return { white: pointAt(0), red: pointAt(1), green: pointAt(2), blue: pointAt(3) };
}

/** Inserts a profile after the header of a PNG that has none. */
export function pngWithProfile(bytes: Buffer, profile: Buffer): Buffer {
  const header = 8 + 25;
  const chunk = chunkOf('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)]));
  return Buffer.concat([bytes.subarray(0, header), chunk, bytes.subarray(header)]);
}

function chunkOf(name: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** Extends a short palette by repeating its last color, as browsers do. */
export function withWholePalette(bytes: Buffer): Buffer {
  const header = headOf(bytes).get('IHDR');
  if (header?.[9] !== 3) return bytes;
  for (const { name, body, isIntact, from, to } of chunksOf(bytes)) {
    if (name !== 'PLTE' || !isIntact()) continue;
    const lacking = 2 ** header[8]! - body.length / 3;
    if (body.length < 3 || lacking <= 0) return bytes;
    const palette = chunkOf('PLTE', Buffer.concat([body, ...Array<Buffer>(lacking).fill(body.subarray(-3))]));
    return Buffer.concat([bytes.subarray(0, from), palette, bytes.subarray(to)]);
  }
  return bytes;
}

const mostRepaired = 64 * 2 ** 20;

/**
 * Drops optional chunks with a wrong checksum and corrects the checksum of the compressed rows, which browsers ignore. Returns null if
 * anything else is damaged.
 */
export function repairedPng(bytes: Buffer): Buffer | null {
  const chunks = [...chunksOf(bytes)];
  const header = chunks[0]?.name === 'IHDR' ? chunks[0].body : undefined;
  const isOptional = (name: string): boolean => name >= 'a';
  if (header?.length !== 13 || chunks.some(({ name, isIntact }) => !isOptional(name) && !isIntact())) return null;
  const rowBytes = bytesOfRows(header);
  if (rowBytes > mostRepaired) return null;
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ body }) => body));
  try {
    const rows = inflateRawSync(data.subarray(2), { maxOutputLength: rowBytes + 2 ** 16, finishFlush: constants.Z_SYNC_FLUSH });
    if (rows.length < rowBytes) return null;
    const before = chunks
      .slice(
        1,
        chunks.findIndex(({ name }) => name === 'IDAT'),
      )
      .filter(({ isIntact }) => isIntact());
    return Buffer.concat([
      bytes.subarray(0, 8),
      chunkOf('IHDR', header),
      ...before.map(({ name, body }) => chunkOf(name, body)),
      chunkOf('IDAT', deflateSync(rows.subarray(0, rowBytes), { level: 1 })),
      chunkOf('IEND', Buffer.alloc(0)),
    ]);
  } catch {
    return null;
  }
}

const channelsOf = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** First column and row of the seven interlace passes, and the steps between pixels. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function bytesOfRows(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * (channelsOf.get(header[9]!) ?? 4);
  return (header[12] === 1 ? passes : ([[0, 0, 1, 1]] as const))
    .map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const)
    .filter(([across, down]) => across > 0 && down > 0)
    .reduce((sum, [across, down]) => sum + down * (1 + Math.ceil((across * bits) / 8)), 0);
}
