/** Options of a small JPEG encoder, for features that sharp does not write. */
export interface JpegOptions {
  width: number;
  height: number;
  /** Returns a pixel's component values as stored. */
  at: (x: number, y: number) => readonly number[];
  ids?: readonly number[];
  /** Sampling factors per component, horizontal and vertical. */
  sampling?: readonly (readonly [number, number])[];
  restart?: number;
  /** `single`: one scan per component. `spectral`: progressive, DC first and then two bands of AC. */
  scans?: 'interleaved' | 'single' | 'spectral';
  frame?: number;
  precision?: number;
  /** Spectral selection in the scan header. Other values than 0, 63, 0 cause a warning. */
  scanParameters?: readonly [number, number, number];
  /** Segments between the start and the tables. */
  before?: readonly Buffer[];
  /** Segments between the frame and the first scan. */
  beforeScan?: readonly Buffer[];
}

export const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
export const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));
export const adobe = (transform: number): Buffer =>
  segment(0xee, Buffer.concat([Buffer.from('Adobe\0\x64\0\0\0\0', 'latin1'), Buffer.from([transform])]));
export const iccSegment = (profile: Buffer, part = 1, of = 1): Buffer =>
  segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([part, of]), profile]));

export function iccSegments(profile: Buffer): Buffer {
  const parts = Math.max(1, Math.ceil(profile.length / 60_000));
  return Buffer.concat(
    Array.from({ length: parts }, (_, part) => iccSegment(profile.subarray(part * 60_000, (part + 1) * 60_000), part + 1, parts)),
  );
}

/** Converts to JFIF's YCbCr, unrounded. */
export const yccOf = ([r = 0, g = 0, b = 0]: readonly number[]): number[] => [
  0.299 * r + 0.587 * g + 0.114 * b,
  128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
  128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
];

export function jpeg(options: JpegOptions): Buffer {
  const { width, height, scans = 'interleaved', restart = 0, before = [jfif], beforeScan = [] } = options;
  const count = options.at(0, 0).length;
  const ids = options.ids ?? [1, 2, 3, 4].slice(0, count);
  const sampling = options.sampling ?? Array.from({ length: count }, () => [1, 1] as const);
  const most = [Math.max(...sampling.map(([h]) => h)), Math.max(...sampling.map(([, v]) => v))] as const;
  const components = sampling.map(([h, v], index) => planeOf(options, index, h, v, most));

  const frame = Buffer.alloc(6 + count * 3);
  frame.writeUInt8(options.precision ?? 8, 0);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  frame.writeUInt8(count, 5);
  sampling.forEach(([h, v], index) => frame.set([ids[index]!, (h << 4) | v, 0], 6 + index * 3));

  const parts = [
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 4)])),
    segment(options.frame ?? (scans === 'spectral' ? 0xc2 : 0xc0), frame),
    huffmanSegment(0x00, dcTable),
    huffmanSegment(0x10, acTable),
    ...(restart > 0 ? [segment(0xdd, Buffer.from([restart >> 8, restart & 255]))] : []),
    ...beforeScan,
  ];
  const all = components.map((_, index) => index);
  const scan = (of: number[], [from, to, bits]: readonly [number, number, number], band: readonly [number, number] = [from, to]): Buffer =>
    Buffer.concat([
      segment(0xda, Buffer.from([of.length, ...of.flatMap((index) => [ids[index]!, 0]), from, to, bits])),
      entropy(
        of.map((index) => components[index]!),
        band,
        restart,
        most,
        width,
        height,
      ),
    ]);
  const parameters = options.scanParameters ?? [0, 63, 0];
  if (scans === 'interleaved') parts.push(scan(all, parameters, [0, 63]));
  else if (scans === 'single') parts.push(...all.map((index) => scan([index], parameters, [0, 63])));
  else parts.push(scan(all, [0, 0, 0]), ...all.flatMap((index) => [scan([index], [1, 5, 0]), scan([index], [6, 63, 0])]));
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

interface Plane {
  h: number;
  v: number;
  /** Width in blocks, padded to whole units. */
  across: number;
  /** Blocks that hold pixels of the image. */
  ownAcross: number;
  ownDown: number;
  blocks: number[][];
}

function planeOf(
  { width, height, at }: JpegOptions,
  index: number,
  h: number,
  v: number,
  [mostH, mostV]: readonly [number, number],
): Plane {
  const across = Math.ceil(width / (8 * mostH)) * h;
  const down = Math.ceil(height / (8 * mostV)) * v;
  const ownAcross = Math.ceil(Math.ceil((width * h) / mostH) / 8);
  const ownDown = Math.ceil(Math.ceil((height * v) / mostV) / 8);
  const sample = (x: number, y: number): number =>
    at(Math.min(width - 1, Math.floor((x * mostH) / h)), Math.min(height - 1, Math.floor((y * mostV) / v)))[index]!;
  const blocks: number[][] = [];
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) blocks.push(transformed((x, y) => sample(column * 8 + x, row * 8 + y) - 128));
  return { h, v, across, ownAcross, ownDown, blocks };
}

const cosines = Array.from({ length: 8 }, (_, u) =>
  Array.from({ length: 8 }, (__, x) => (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16)),
);
const zigzag = Array.from({ length: 64 }, (_, at) => at).toSorted((a, b) => {
  const [sumA, sumB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  return sumA - sumB || (sumA % 2 === 0 ? (b >> 3) - (a >> 3) : (a >> 3) - (b >> 3));
});

function transformed(at: (x: number, y: number) => number): number[] {
  const pixels = Array.from({ length: 64 }, (_, n) => at(n & 7, n >> 3));
  if (pixels.every((value) => value === pixels[0])) return [Math.round((pixels[0]! * 8) / 4), ...Array<number>(63).fill(0)];
  return zigzag.map((spot) => {
    let sum = 0;
    for (let n = 0; n < 64; n += 1) sum += pixels[n]! * cosines[spot & 7]![n & 7]! * cosines[spot >> 3]![n >> 3]!;
    return Math.round(sum / 4);
  });
}

/** Huffman tables with codes of four bits (DC) or eight (AC): simple and valid, because no code is all ones. */
const dcTable = Array.from({ length: 12 }, (_, size) => size);
const acTable = [0x00, 0xf0, ...Array.from({ length: 160 }, (_, n) => ((n / 10) << 4) | ((n % 10) + 1))];
const codeLength = (table: readonly number[]): number => (table.length < 16 ? 4 : 8);
function huffmanSegment(id: number, table: readonly number[]): Buffer {
  const counts = Buffer.alloc(16);
  counts[codeLength(table) - 1] = table.length;
  return segment(0xc4, Buffer.concat([Buffer.from([id]), counts, Buffer.from(table)]));
}

function entropy(
  planes: Plane[],
  band: readonly [number, number],
  restart: number,
  most: readonly [number, number],
  width: number,
  height: number,
): Buffer {
  const out: number[] = [];
  let [byte, bits] = [0, 0];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      byte = (byte << 1) | ((value >> bit) & 1);
      bits += 1;
      if (bits < 8) continue;
      out.push(byte);
      if (byte === 0xff) out.push(0);
      [byte, bits] = [0, 0];
    }
  };
  const flush = (): void => {
    // Pads the last byte with ones.
    if (bits > 0) put(2 ** (8 - bits) - 1, 8 - bits);
  };
  const symbol = (table: readonly number[], value: number): void => put(table.indexOf(value), codeLength(table));
  const formatBytes = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1);
  const amount = (value: number, size: number): void => put(value < 0 ? value + 2 ** size - 1 : value, size);
  let last = planes.map(() => 0);
  const block = (values: number[], plane: number): void => {
    if (band[0] === 0) {
      const difference = values[0]! - last[plane]!;
      last[plane] = values[0]!;
      symbol(dcTable, formatBytes(difference));
      amount(difference, formatBytes(difference));
    }
    if (band[1] === 0) return;
    let zeros = 0;
    for (let at = Math.max(1, band[0]); at <= band[1]; at += 1) {
      const value = values[at]!;
      if (value === 0) {
        zeros += 1;
        continue;
      }
      for (; zeros > 15; zeros -= 16) symbol(acTable, 0xf0);
      symbol(acTable, (zeros << 4) | formatBytes(value));
      amount(value, formatBytes(value));
      zeros = 0;
    }
    if (zeros > 0) symbol(acTable, 0);
  };
  const single = planes.length === 1 ? planes[0] : undefined;
  const unitsAcross = single ? single.ownAcross : Math.ceil(width / (8 * most[0]));
  const unitsDown = single ? single.ownDown : Math.ceil(height / (8 * most[1]));
  for (let unit = 0; unit < unitsAcross * unitsDown; unit += 1) {
    if (restart > 0 && unit > 0 && unit % restart === 0) {
      flush();
      out.push(0xff, 0xd0 + ((unit / restart - 1) % 8));
      last = planes.map(() => 0);
    }
    const [x, y] = [unit % unitsAcross, Math.floor(unit / unitsAcross)];
    if (single) block(single.blocks[y * single.across + x]!, 0);
    else
      planes.forEach(({ h, v, across, blocks }, plane) => {
        for (let row = 0; row < v; row += 1)
          for (let column = 0; column < h; column += 1) block(blocks[(y * v + row) * across + x * h + column]!, plane);
      });
  }
  flush();
  return Buffer.from(out);
}
