import { deflateSync } from 'node:zlib';
import { chunk } from '../../apps/server/src/testing/image-files.ts';

export type Chunk = readonly [type: string, body: Buffer];

export interface PngOptions {
  width: number;
  height: number;
  depth?: 1 | 2 | 4 | 8 | 16;
  /** Color type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
  type?: 0 | 2 | 3 | 4 | 6;
  /** Returns a pixel's samples, each in the depth's range. */
  at: (x: number, y: number) => readonly number[];
  interlaced?: boolean;
  before?: readonly Chunk[];
  after?: readonly Chunk[];
  /** Maximum chunk size in bytes for the compressed rows. */
  split?: number;
  change?: (rows: Buffer) => Buffer;
  end?: boolean;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export const numbers = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => out.writeUInt32BE(value >>> 0, index * 4));
  return out;
};

export const gama = (gamma: number): Chunk => ['gAMA', numbers(Math.round(gamma * 100_000))];
export const chrm = (...values: number[]): Chunk => ['cHRM', numbers(...values.map((value) => Math.round(value * 100_000)))];
export const cicp = (...values: [number, number, number, number]): Chunk => ['cICP', Buffer.from(values)];
export const srgb: Chunk = ['sRGB', Buffer.from([0])];
export const iccp = (profile: Buffer): Chunk => ['iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)])];

export function pngFile(options: PngOptions): Buffer {
  const { width, height, depth = 8, type = 2, interlaced = false, before = [], after = [], split = 1 << 20, end = true } = options;
  const header = Buffer.concat([numbers(width, height), Buffer.from([depth, type, 0, 0, interlaced ? 1 : 0])]);
  const rows = Buffer.concat(
    (interlaced ? passes : ([[0, 0, 1, 1]] as const)).flatMap(([x, y, dx, dy]) => {
      const [across, down] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
      if (across <= 0 || down <= 0) return [];
      return Array.from({ length: down }, (_, row) => packed(depth, across, (column) => options.at(x + column * dx, y + row * dy)));
    }),
  );
  const data = (options.change ?? ((same) => same))(deflateSync(rows));
  const parts = Array.from({ length: Math.ceil(data.length / split) }, (_, n) => chunk('IDAT', data.subarray(n * split, (n + 1) * split)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before.map(([name, body]) => chunk(name, body)),
    ...parts,
    ...after.map(([name, body]) => chunk(name, body)),
    ...(end ? [chunk('IEND', Buffer.alloc(0))] : []),
  ]);
}

function packed(depth: number, across: number, at: (x: number) => readonly number[]): Buffer {
  const samples = Array.from({ length: across }, (_, x) => at(x)).flat();
  if (depth === 16) return Buffer.from([0, ...samples.flatMap((value) => [value >> 8, value & 255])]);
  const row = Buffer.alloc(1 + Math.ceil((samples.length * depth) / 8));
  samples.forEach((value, index) => {
    const bit = index * depth;
    row[1 + (bit >> 3)]! |= value << (8 - depth - (bit & 7));
  });
  return row;
}
