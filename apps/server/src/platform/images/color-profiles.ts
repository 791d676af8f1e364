/** Parametric curve type 3 of ICC.1:2022 §10.18: `(a x + b)^g` from `d` on, `c x` below. */
export interface Curve {
  g: number;
  a?: number;
  b?: number;
  c?: number;
  d?: number;
}

type Chromaticity = readonly [x: number, y: number];
export interface Primaries {
  white: Chromaticity;
  red: Chromaticity;
  green: Chromaticity;
  blue: Chromaticity;
}

const d65: Chromaticity = [0.3127, 0.329];
export const srgbPrimaries: Primaries = { white: d65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
const srgbCurve: Curve = { g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045 };
/** BT.1886, the display curve. Browsers use it instead of the camera curve. */
const videoCurve: Curve = { g: 2.4 };

const primariesByNumber = new Map<number, Primaries>([
  [1, srgbPrimaries],
  [4, { white: [0.31, 0.316], red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  [5, { white: d65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] }],
  [6, { white: d65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  [7, { white: d65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  [9, { white: d65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  [11, { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  [12, { white: d65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
]);

/** Transfer characteristics of ITU-T H.273. PQ and HLG are left out because they need tone mapping. */
const curvesByNumber = new Map<number, Curve>([
  ...[1, 6, 14, 15].map((number): [number, Curve] => [number, videoCurve]),
  [4, { g: 2.2 }],
  [5, { g: 2.8 }],
  [8, { g: 1 }],
  [13, srgbCurve],
  [17, { g: 2.6, a: (52.37 / 48) ** (1 / 2.6) }],
]);

/** Returns the profile for two numbers of ITU-T H.273, or null. */
export function profileOfNumbers(primaries: number, transfer: number): Buffer | null {
  const [gamut, curve] = [primariesByNumber.get(primaries), curvesByNumber.get(transfer)];
  return gamut && curve ? rgbProfile(gamut, curve) : null;
}

export function rgbProfile(primaries: Primaries, curve: Curve): Buffer | null {
  const matrix = toXyzD50(primaries);
  if (matrix === null) return null;
  const column = (index: number): Buffer => xyzTag(matrix.map((row) => row[index]!));
  const trc = curveTag(curve);
  return iccProfile([
    ['wtpt', xyzTag(d50)],
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', trc],
    ['gTRC', trc],
    ['bTRC', trc],
  ]);
}

/** Checks that the bytes are a color profile whose tags all lie inside it. */
export function isProfile(bytes: Buffer): boolean {
  if (bytes.length < 132 || bytes.toString('latin1', 36, 40) !== 'acsp' || bytes.readUInt32BE(0) > bytes.length) return false;
  const count = bytes.readUInt32BE(128);
  if (count === 0 || 132 + count * 12 > bytes.length) return false;
  return Array.from({ length: count }, (_, index) => 132 + index * 12).every(
    (offset) => bytes.readUInt32BE(offset + 4) + bytes.readUInt32BE(offset + 8) <= bytes.length,
  );
}
export const colorSpaceOf = (profile: Buffer): string => profile.toString('latin1', 16, 20);

const d50 = [0.9642, 1, 0.8249];

type Matrix = number[][];

/** Returns the matrix from linear RGB to XYZ, adapted to D50 (Bradford). */
function toXyzD50({ white, red, green, blue }: Primaries): Matrix | null {
  if ([white, red, green, blue].some(([x, y]) => x < 0 || y <= 0 || x + y > 1)) return null;
  const xyz = ([x, y]: Chromaticity): number[] => [x / y, 1, (1 - x - y) / y];
  const columns = [red, green, blue].map(xyz);
  const gamut = [0, 1, 2].map((row) => columns.map((column) => column[row]!));
  const inverse = inverted(gamut);
  if (inverse === null) return null;
  const light = xyz(white);
  const scale = times(inverse, light);
  const scaled = gamut.map((row) => row.map((value, index) => value * scale[index]!));
  const [from, to] = [times(bradford, light), times(bradford, d50)];
  const adapted = bradford.map((row, index) => row.map((value) => (value * to[index]!) / from[index]!));
  return product(product(inverted(bradford)!, adapted), scaled);
}

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const times = (matrix: Matrix, vector: number[]): number[] =>
  matrix.map((row) => row.reduce((sum, value, index) => sum + value * vector[index]!, 0));
const product = (a: Matrix, b: Matrix): Matrix => {
  const columns = [0, 1, 2].map((index) =>
    times(
      a,
      b.map((row) => row[index]!),
    ),
  );
  return [0, 1, 2].map((row) => columns.map((column) => column[row]!));
};
function inverted([a, b, c]: Matrix): Matrix | null {
  const cross = (u: number[], v: number[]): number[] => [
    u[1]! * v[2]! - u[2]! * v[1]!,
    u[2]! * v[0]! - u[0]! * v[2]!,
    u[0]! * v[1]! - u[1]! * v[0]!,
  ];
  const columns = [cross(b!, c!), cross(c!, a!), cross(a!, b!)];
  const determinant = a!.reduce((sum, value, index) => sum + value * columns[0]![index]!, 0);
  return Math.abs(determinant) < 1e-9 ? null : [0, 1, 2].map((row) => columns.map((column) => column[row]! / determinant));
}

export function iccProfile(tags: readonly (readonly [name: string, body: Buffer])[], { version = 4, space = 'RGB ' } = {}): Buffer {
  let offset = 128 + 4 + tags.length * 12;
  const table = tags.map(([name, body]) => {
    const entry = Buffer.concat([Buffer.from(name), words(offset, body.length)]);
    offset += body.length;
    return entry;
  });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset, 0);
  head.writeUInt8(version, 8);
  head.write(`\x20\0\0mntr${space}XYZ `, 9, 'latin1');
  head.write('acsp', 36, 'latin1');
  fixed(...d50).copy(head, 68);
  return Buffer.concat([head, words(tags.length), ...table, ...tags.map(([, body]) => body)]);
}

const curveTag = ({ g, a = 1, b = 0, c = 0, d = 0 }: Curve): Buffer =>
  Buffer.concat([Buffer.from('para\0\0\0\0\0\x03\0\0', 'latin1'), fixed(g, a, b, c, d)]);
export const xyzTag = (values: number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixed(...values)]);
const fixed = (...values: number[]): Buffer => words(...values.map((value) => Math.round(value * 65_536)));
function words(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => out.writeUInt32BE(value >>> 0, index * 4));
  return out;
}
