import { expect, test } from 'vitest';
import { readCameraData } from './read-camera-data.ts';

type Value = string | number | readonly [over: number, under: number];
type Directory = Record<number, Value>;

/** Returns an EXIF block with two directories: `main` (IFD0) and `settings` (Exif IFD). */
function exif(main: Directory, settings: Directory = {}, { big = false, headed = false } = {}): Uint8Array {
  const file = new DataView(new ArrayBuffer(2_000));
  const little = !big;
  let free = 1_000;
  const write = (at: number, directory: Directory): void => {
    const entries = Object.entries(directory);
    file.setUint16(at, entries.length, little);
    for (const [index, [tag, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      file.setUint16(entry, Number(tag), little);
      if (typeof value === 'number') {
        file.setUint16(entry + 2, value > 0xffff ? 4 : 3, little);
        file.setUint32(entry + 4, 1, little);
        if (value > 0xffff) file.setUint32(entry + 8, value, little);
        else file.setUint16(entry + 8, value, little);
        continue;
      }
      const bytes = typeof value === 'string' ? new TextEncoder().encode(`${value}\0`) : null;
      file.setUint16(entry + 2, bytes ? 2 : 5, little);
      file.setUint32(entry + 4, bytes?.length ?? 1, little);
      const to = bytes && bytes.length <= 4 ? entry + 8 : free;
      if (to === free) file.setUint32(entry + 8, to, little);
      if (bytes) for (const [n, byte] of bytes.entries()) file.setUint8(to + n, byte);
      else for (const [n, number] of (value as [number, number]).entries()) file.setUint32(to + n * 4, number, little);
      free += bytes?.length ?? 8;
    }
  };
  file.setUint16(0, big ? 0x4d4d : 0x4949);
  file.setUint16(2, 42, little);
  file.setUint32(4, 8, little);
  write(8, { ...main, 0x8769: 70_000 });
  // The last entry of IFD0 (0x8769) is the offset of the Exif IFD.
  const last = 8 + 2 + Object.keys(main).filter((tag) => Number(tag) < 0x8769).length * 12;
  file.setUint32(last + 8, 500, little);
  write(500, settings);
  const block = new Uint8Array(file.buffer);
  return headed ? Uint8Array.from([...new TextEncoder().encode('Exif\0\0'), ...block]) : block;
}

const settings: Directory = {
  0x829a: [1, 250],
  0x829d: [80, 10],
  0x8827: 160,
  0x920a: [230, 10],
  0xa434: 'XF23mmF2 R WR',
};
const main: Directory = { 0x010f: 'FUJIFILM', 0x0110: 'X-T4' };
const whole = { camera: 'FUJIFILM X-T4', lens: 'XF23mmF2 R WR', focal_length: 23, aperture: 8, exposure_time: 0.004, iso: 160 };

test.each([
  ['little-endian', {}],
  ['big-endian', { big: true }],
  ['headed', { headed: true }],
])('a %s EXIF block yields the camera settings', (_, how) => {
  expect(readCameraData(exif(main, settings, how))).toEqual(whole);
});

test.each([
  ['NIKON CORPORATION', 'NIKON D750', 'NIKON D750'],
  ['Canon', 'Canon EOS R6', 'Canon EOS R6'],
  ['TECNO MOBILE LIMITED', 'CAMON 20', 'TECNO CAMON 20'],
  ['', 'X-T4', 'X-T4'],
  ['Leica', '', 'Leica'],
  ['HP', 'Q1', 'HP Q1'],
  ['  Sony \t', ' ILCE-7M3\u200b', 'Sony ILCE-7M3'],
])('maker “%s” and model “%s” are joined to “%s”', (maker, model, camera) => {
  expect(readCameraData(exif({ 0x010f: maker, 0x0110: model }))).toEqual({ camera });
});

test.each<[string, Directory]>([
  ['a division by zero', { 0x829d: [8, 0] }],
  ['a zero numerator', { 0x829a: [0, 250] }],
  ['an aperture beyond all lenses', { 0x829d: [1_000, 1] }],
  ['an exposure of days', { 0x829a: [4_000_000_000, 1] }],
  ['a text instead of a number', { 0x8827: 'fast' }],
  ['a number instead of a text', { 0xa434: 7 }],
])('%s is dropped from the camera data', (_, wrong) => {
  expect(readCameraData(exif({}, wrong))).toBeNull();
});

test('place, date, author and serial number are not read from EXIF', () => {
  const others = { 0x013b: 'Ada Eze', 0x0132: '2026:01:02 03:04:05', 0x8298: 'Ada Eze' };
  expect(readCameraData(exif({ ...main, ...others }, { 0xa431: 'SN-1', 0xa430: 'Ada Eze', 0x9003: '2026:01:02 03:04:05' }))).toEqual({
    camera: 'FUJIFILM X-T4',
  });
});

test('a damaged EXIF block never throws', () => {
  const good = exif(main, settings);
  for (let length = 0; length < good.length; length += 1) readCameraData(good.subarray(0, length));
  for (let seed = 1; seed < 3_000; seed += 1) {
    const bad = Uint8Array.from(good);
    for (let n = 0; n < 4; n += 1) bad[(seed * 7919 + n * 104_729) % 560] = (seed * 31 + n * 17) % 256;
    readCameraData(bad);
  }
  expect(readCameraData(new Uint8Array())).toBeNull();
});
