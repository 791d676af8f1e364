import { colorSpaceOf, isProfile } from './color-profiles.ts';

/** Converts CMYK pixels, four bytes each with 255 for full ink, to sRGB. */
export type FromInks = (inks: Buffer) => Buffer;

/**
 * Returns the conversion that browsers use: the profile's lookup table without black point compensation, or subtraction from white without a
 * profile. Returns null for other tables, which the decoder applies.
 */
export function cmykConversion(profile: Buffer | null): FromInks | null {
  if (profile === null || !isProfile(profile) || colorSpaceOf(profile) !== 'CMYK') return plainInks;
  const table = readTable(profile);
  return table && ((inks) => converted(inks, table));
}

function plainInks(inks: Buffer): Buffer {
  const light = Buffer.allocUnsafe((inks.length / 4) * 3);
  for (let from = 0, to = 0; to < light.length; from += 4, to += 3) {
    const paper = 255 - inks[from + 3]!;
    for (let ink = 0; ink < 3; ink += 1) light[to + ink] = Math.round(((255 - inks[from + ink]!) * paper) / 255);
  }
  return light;
}

interface Table {
  grid: number;
  /** Grid positions of the 256 values of each ink. */
  positions: Float64Array[];
  /** L, a and b from 0 to 1 at each grid point; the last ink varies fastest. */
  points: Float64Array;
  curves: Float64Array[];
  /** The L and a/b values that 1 represents. */
  lab: { l: number; ab: number };
}

/** Reads the CMYK-to-Lab table: lut8Type or lut16Type (ICC.1:2022 §10.10, §10.11). */
function readTable(profile: Buffer): Table | null {
  const offset = offsetOfTag(profile, 'A2B0') ?? offsetOfTag(profile, 'A2B1');
  if (offset === null || profile.toString('latin1', 20, 24) !== 'Lab ' || offset + 52 > profile.length) return null;
  const type = profile.toString('latin1', offset, offset + 4);
  const [inputs, outputs, grid] = [profile[offset + 8]!, profile[offset + 9]!, profile[offset + 10]!];
  if (!['mft1', 'mft2'].includes(type) || inputs !== 4 || outputs !== 3 || grid < 2) return null;
  const isWide = type === 'mft2';
  const [entriesIn, entriesOut] = isWide ? [profile.readUInt16BE(offset + 48), profile.readUInt16BE(offset + 50)] : [256, 256];
  const counts = [4 * entriesIn, grid ** 4 * 3, 3 * entriesOut];
  const size = isWide ? 2 : 1;
  let from = offset + (isWide ? 52 : 48);
  if (entriesIn < 2 || entriesOut < 2 || from + size * counts.reduce((sum, count) => sum + count, 0) > profile.length) return null;
  const [curvesIn, points, curvesOut] = counts.map((count) => {
    const values = new Float64Array(count);
    for (let index = 0; index < count; index += 1)
      values[index] = isWide ? profile.readUInt16BE(from + index * 2) / 65_535 : profile[from + index]! / 255;
    from += count * size;
    return values;
  }) as [Float64Array, Float64Array, Float64Array];
  const positions = [0, 1, 2, 3].map((ink) => {
    const curve = curvesIn.subarray(ink * entriesIn, (ink + 1) * entriesIn);
    return Float64Array.from({ length: 256 }, (_, value) => along(curve, value / 255) * (grid - 1));
  });
  const curves = [0, 1, 2].map((channel) => curvesOut.subarray(channel * entriesOut, (channel + 1) * entriesOut));
  // The 16-bit encoding stores L = 100 as 0xFF00.
  return { grid, positions, points, curves, lab: isWide ? { l: (100 * 65_535) / 65_280, ab: 65_535 / 256 } : { l: 100, ab: 255 } };
}

function offsetOfTag(profile: Buffer, name: string): number | null {
  for (let index = 0; index < profile.readUInt32BE(128); index += 1) {
    const entry = 132 + index * 12;
    if (profile.toString('latin1', entry, entry + 4) === name) return profile.readUInt32BE(entry + 4);
  }
  return null;
}

function along(curve: Float64Array, position: number): number {
  const exact = Math.min(1, Math.max(0, position)) * (curve.length - 1);
  const low = Math.min(curve.length - 2, Math.floor(exact));
  return curve[low]! + (curve[low + 1]! - curve[low]!) * (exact - low);
}

/** Interpolates between the sixteen grid points around each color. */
function converted(inks: Buffer, { grid, positions, points, curves, lab }: Table): Buffer {
  const light = Buffer.allocUnsafe((inks.length / 4) * 3);
  const steps = [3 * grid ** 3, 3 * grid ** 2, 3 * grid, 3];
  const offsets = new Int32Array(16);
  const weights = new Float64Array(16);
  const sums = new Float64Array(3);
  for (let from = 0, to = 0; to < light.length; from += 4, to += 3) {
    if (from > 0 && inks.readUInt32LE(from) === inks.readUInt32LE(from - 4)) {
      light.copyWithin(to, to - 3, to);
      continue;
    }
    let corners = 1;
    offsets[0] = 0;
    weights[0] = 1;
    for (let ink = 0; ink < 4; ink += 1) {
      const position = positions[ink]![inks[from + ink]!]!;
      const low = Math.min(grid - 2, Math.floor(position));
      const share = position - low;
      for (let corner = 0; corner < corners; corner += 1) {
        offsets[corner]! += low * steps[ink]!;
        offsets[corner + corners] = offsets[corner]! + steps[ink]!;
        weights[corner + corners] = weights[corner]! * share;
        weights[corner]! *= 1 - share;
      }
      corners *= 2;
    }
    sums.fill(0);
    for (let corner = 0; corner < 16; corner += 1)
      for (let channel = 0; channel < 3; channel += 1) sums[channel]! += weights[corner]! * points[offsets[corner]! + channel]!;
    writeSrgb(
      light,
      to,
      along(curves[0]!, sums[0]!) * lab.l,
      along(curves[1]!, sums[1]!) * lab.ab - 128,
      along(curves[2]!, sums[2]!) * lab.ab - 128,
    );
  }
  return light;
}

const cube = (t: number): number => (t > 6 / 29 ? t ** 3 : (t - 4 / 29) * 3 * (6 / 29) ** 2);
const encoded = (value: number): number => {
  const linear = Math.min(1, Math.max(0, value));
  return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
};

function writeSrgb(light: Buffer, to: number, l: number, a: number, b: number): void {
  const middle = (l + 16) / 116;
  const [x, y, z] = [0.9642 * cube(middle + a / 500), cube(middle), 0.8249 * cube(middle - b / 200)];
  light[to] = encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z);
  light[to + 1] = encoded(-0.9787684 * x + 1.9161415 * y + 0.033454 * z);
  light[to + 2] = encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z);
}
