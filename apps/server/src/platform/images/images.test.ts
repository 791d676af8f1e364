import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { damaged } from '../../testing/damaged-images.ts';
import { greedyFiles, longAnimations } from '../../testing/hostile-images.ts';
import { acceptedImages, canary, corners, turnedPhoto, packedBombs, photoFile, refusedFiles } from '../../testing/image-files.ts';
import { openLog } from '../adapters/log.ts';
import { type EncodedImage, type ImageKind, ImagesBusy, type ImagesOptions, memoryFor, openImages, UnreadableImage } from './images.ts';

const open = (options: ImagesOptions = {}) => openImages(openLog('silent'), { worker: inject('imagesWorker'), yields: false, ...options });

let root: string;
let images: ReturnType<typeof open>;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'mbari-images-'));
  images = open();
});
afterAll(async () => {
  await images.close();
  await rm(root, { recursive: true });
});

interface Encoded extends EncodedImage {
  folder: string;
  names: string[];
}

async function encode(file: Buffer, kind: ImageKind = 'photo', decoder = images): Promise<Encoded> {
  const source = path.join(root, `source-${++count}`);
  const folder = await mkdtemp(path.join(root, 'draft-'));
  await writeFile(source, file);
  const encoded = await decoder.encode({ file: source, folder, kind });
  return { ...encoded, folder, names: (await readdir(folder)).toSorted() };
}

/** Returns the colour in the middle of each quarter, clockwise from the top left. */
async function cornersOf(file: string): Promise<number[][]> {
  const { data, info } = await sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number): number[] => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return [colorAt(0.25, 0.25), colorAt(0.75, 0.25), colorAt(0.75, 0.75), colorAt(0.25, 0.75)];
}

function expectColors(colors: number[][], within: number): void {
  const differences = colors.flatMap((color, corner) => color.map((value, channel) => Math.abs(value - corners[corner]![channel]!)));
  expect(Math.max(...differences), JSON.stringify(colors)).toBeLessThanOrEqual(within);
}

const accepted = await acceptedImages();
const rejectedFiles = { ...(await refusedFiles()), ...(await greedyFiles()) };

test.each(Object.keys(accepted))('%s is accepted: upright, in its colours, without metadata', async (name) => {
  const encoded = await encode(accepted[name]!);
  expect(encoded).toMatchObject({ width: 64, height: 48, widths: [64], color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
  expect(encoded.names).toEqual(['64.jpeg', '64.webp']);
  for (const file of encoded.names) {
    // CMYK cannot represent these colours exactly.
    expectColors(await cornersOf(path.join(encoded.folder, file)), name === 'CMYK JPEG' ? 90 : 16);
    const bytes = await readFile(path.join(encoded.folder, file));
    expect(bytes.includes(canary)).toBe(false);
    const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, comments }).toEqual({});
  }
});

const sample = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, '../../../../../e2e/samples', name));
const fields = [
  [220, 40, 41],
  [40, 170, 61],
  [235, 209, 50],
  [40, 60, 209],
] as const;

test.each([
  ['a JPEG with odd scan parameters', 'j-sos-params.jpg', 640, fields],
  ['a JPEG without its end marker', 'j-no-eoi.jpg', 640, fields],
  ['a JPEG whose orientation is not a SHORT', 'j-orient-6-long.jpg', 640, fields],
  ['a CMYK JPEG without a profile', 'j-cmyk-pil.jpg', 640, fields],
  ['a WebP with an orientation in EXIF', 'small-exif6.webp', 300, fields],
  [
    'a PNG with a gamma of 1',
    'p-gama1.png',
    320,
    [
      [239, 110, 110],
      [110, 213, 133],
      [246, 234, 122],
      [110, 133, 234],
    ],
  ],
  ['a GIF whose first frame is smaller than the canvas', 'g-offset.gif', 200, [0, 1, 2, 3].map(() => [255, 255, 255])],
] as const)('%s is stored as browsers show it', async (_, name, width, expected) => {
  const encoded = await encode(await sample(name));
  expect(encoded.width).toBe(width);
  const pixels = await cornersOf(path.join(encoded.folder, `${width}.jpeg`));
  const differences = pixels.flatMap((color, corner) => color.map((value, channel) => Math.abs(value - expected[corner]![channel]!)));
  expect(Math.max(...differences), JSON.stringify(pixels)).toBeLessThanOrEqual(6);
});

test('a half-transparent PNG keeps its colour when resized and rotated', async () => {
  const colour = { r: 99, g: 59, b: 39, alpha: 0.5 };
  const png = await sharp({ create: { width: 1600, height: 2400, channels: 4, background: colour } })
    .png()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const encoded = await encode(png);
  const { data, info } = await sharp(path.join(encoded.folder, '2048.webp')).raw().toBuffer({ resolveWithObject: true });
  const off = [...data.subarray(0, 4)].map((value, channel) => Math.abs(value - [99, 59, 39, 128][channel]!));
  expect([info.channels, Math.max(...off) <= 4], [...data.subarray(0, 4)].join(' ')).toEqual([4, true]);
});

test('the area outside a first frame is transparent in the WebP', async () => {
  const encoded = await encode(await sample('g-offset.gif'));
  const { data, info } = await sharp(path.join(encoded.folder, '200.webp')).raw().toBuffer({ resolveWithObject: true });
  expect([info.channels, data[3]]).toEqual([4, 0]);
});

test.each([
  ['a truncated JPEG', 'j-cut-last-40.jpg', 'incomplete'],
  ['a BMP', 'small.bmp', 'unsupported'],
  ['a PNG that is too tall', 'p-tall-1080x20000.png', 'too many pixels'],
] as const)('%s is refused with a fitting reason', async (_, name, reason) => {
  await expect(encode(await sample(name))).rejects.toMatchObject({ why: reason });
});

test('each kind of unreadable file is refused with its reason', async () => {
  const reasons: Record<string, UnreadableImage['why']> = {
    ...{
      SVG: 'not an image',
      'SVG with a preamble': 'not an image',
      'SVG in UTF-16': 'not an image',
      TIFF: 'unsupported',
      ICO: 'unsupported',
    },
    ...{ PSD: 'unsupported', 'JPEG XL': 'unsupported', 'JPEG XL in boxes': 'unsupported', HTML: 'not an image', PDF: 'not an image' },
    ...{
      MP4: 'not an image',
      ZIP: 'not an image',
      'no bytes': 'not an image',
      '50 % of a PNG': 'incomplete',
      '50 % of a JPEG': 'incomplete',
    },
    ...{ '99 % of a WebP': 'incomplete', '99 % of a GIF': 'incomplete', '99 % of an AVIF': 'incomplete', '99 % of a JPEG': 'incomplete' },
    'a PNG of 15 x 400': 'too small',
  };
  for (const [name, why] of Object.entries(reasons)) await expect(encode(rejectedFiles[name]!), name).rejects.toMatchObject({ why });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo with orientation %i is stored upright', async (orientation) => {
  const encoded = await encode(await turnedPhoto(orientation));
  expect([encoded.width, encoded.height]).toEqual([64, 48]);
  for (const name of encoded.names) expectColors(await cornersOf(path.join(encoded.folder, name)), 16);
});

test('every width that fits is stored, none is enlarged, and the image’s own width is the largest', async () => {
  const large = await encode(await photoFile(2400, 600));
  expect(large).toMatchObject({ width: 2400, height: 600, widths: [320, 640, 1280, 2048] });
  expect(large.names).toHaveLength(8);
  expect((await encode(await photoFile(1000, 500))).widths).toEqual([320, 640, 1000]);
  expect((await encode(await photoFile(640, 500))).widths).toEqual([320, 640]);
  expect((await encode(await photoFile(100, 500))).widths).toEqual([100]);
  const { width } = await sharp(path.join(large.folder, '1280.webp')).metadata();
  expect(width).toBe(1280);
  expect(large.bytes).toBe(
    (await Promise.all(large.names.map((name) => readFile(path.join(large.folder, name))))).reduce((sum, { length }) => sum + length, 0),
  );
});

test('the result reports the format and upright size of the upload and the stored files', async () => {
  const formats = { 'progressive JPEG': 'jpeg', 'palette PNG': 'png', 'lossless WebP': 'webp', 'animated GIF': 'gif', AVIF: 'avif' };
  for (const [name, format] of Object.entries(formats)) {
    const { received } = await encode(accepted[name]!);
    expect(received).toEqual({ format, width: 64, height: 48, bytes: accepted[name]!.length });
  }
  const { received, removed } = await encode(await turnedPhoto(6));
  expect([received.width, received.height, removed]).toEqual([64, 48, []]);
  const { files, names, folder } = await encode(await photoFile(700, 400));
  expect(files.map(({ width, format }) => `${width}.${format}`).toSorted()).toEqual(names);
  for (const { width, format, bytes } of files) expect((await readFile(path.join(folder, `${width}.${format}`))).length).toBe(bytes);
});

test('an avatar is cropped to a square and has all widths', async () => {
  const encoded = await encode(await photoFile(900, 700), 'avatar');
  expect(encoded).toMatchObject({ width: 640, height: 640, widths: [96, 320, 640] });
  const small = await encode(await photoFile(50, 40), 'avatar');
  expect(small.widths).toEqual([96, 320, 640]);
  expect((await sharp(path.join(small.folder, '320.webp')).metadata()).width).toBe(40);
});

test.each(Object.keys(rejectedFiles))('%s is refused', async (name) => {
  await expect(encode(rejectedFiles[name]!)).rejects.toThrow(UnreadableImage);
});

test('a HEIC image is refused as HEIC', async () => {
  await expect(encode(rejectedFiles['HEIC']!)).rejects.toMatchObject({ why: 'heic' });
});

test('a profile that expands a thousandfold is not unpacked', { tags: ['world'] }, async () => {
  const bounded = open({ rssBytes: 160 * 2 ** 20 });
  await expect(encode(packedBombs(), 'photo', bounded)).resolves.toMatchObject({ width: 64 });
  await bounded.close();
});

test('only the first of ten thousand frames is decoded', { tags: ['world'] }, async () => {
  const bounded = open({ rssBytes: 160 * 2 ** 20 });
  for (const [name, file] of Object.entries(await longAnimations()))
    expect(await encode(file, 'photo', bounded), name).toMatchObject({ width: 32, height: 32, widths: [32] });
  await bounded.close();
});

test('the worker survives five hundred damaged images of every kind', { tags: ['world'] }, async () => {
  const kinds = Object.values(accepted);
  const ends = { taken: 0, refused: 0 };
  for (let seed = 1; seed <= 500; seed += 1) {
    const result = await encode(damaged(kinds, seed)).then(
      () => null,
      (error: unknown) => error,
    );
    if (result !== null) expect(result, `seed ${seed}`).toBeInstanceOf(UnreadableImage);
    ends[result === null ? 'taken' : 'refused'] += 1;
  }
  expect(ends.taken).toBeGreaterThan(25);
  expect(ends.refused).toBeGreaterThan(250);
  expect((await encode(await photoFile())).widths).toEqual([96]);
});

test('a worker killed during an image is replaced, and the image is completed', { tags: ['world'] }, async () => {
  const ownImages = open();
  const file = await photoFile(1600, 1200);
  await encode(await photoFile(), 'photo', ownImages);
  const encoding = encode(file, 'photo', ownImages);
  process.kill(ownImages.workerId()!, 'SIGKILL');
  await expect(encoding).resolves.toMatchObject({ width: 1600 });
  await ownImages.close();
});

test('an image that exceeds the limits is refused, and the next one is accepted', { tags: ['world'] }, async () => {
  const ownImages = open({ cpuSeconds: 0.05 });
  await expect(encode(await photoFile(4000, 3000), 'photo', ownImages)).rejects.toMatchObject({ why: 'too hard' });
  await ownImages.close();
  const small = open({ rssBytes: 1 });
  await expect(encode(await photoFile(4000, 3000), 'photo', small)).rejects.toMatchObject({ why: 'too hard' });
  await small.close();
});

test(
  'every format is accepted up to the pixel limit if the machine has enough memory, and otherwise refused with the reason',
  { tags: ['world'] },
  async () => {
    const plain = sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#a05030' } });
    const files = [
      await plain.clone().avif({ quality: 50, effort: 0 }).toBuffer(),
      await plain.clone().ensureAlpha(0.5).toColourspace('rgb16').png({ compressionLevel: 1, progressive: true }).toBuffer(),
    ];
    const time = { cpuSeconds: 60, patience: 120_000 };
    const [large, small] = [open({ ...time, rssBytes: memoryFor(8 * 2 ** 30) }), open({ ...time, rssBytes: memoryFor(2 ** 30) })];
    for (const file of files) {
      await expect(encode(file, 'photo', large)).resolves.toMatchObject({ width: 7000, widths: [320, 640, 1280, 2048] });
      await expect(encode(file, 'photo', small)).rejects.toMatchObject({ why: 'too hard' });
    }
    await Promise.all([large.close(), small.close()]);
  },
);

test('a full queue refuses images until it has room again', { tags: ['world'] }, async () => {
  const ownImages = open({ queue: 1 });
  const file = await photoFile(800, 600);
  // Which images are refused depends on the disk.
  const four = await Promise.allSettled([1, 2, 3, 4].map(() => encode(file, 'photo', ownImages)));
  const rejected = four.filter((result) => result.status === 'rejected');
  expect(rejected.every(({ reason }) => reason instanceof ImagesBusy)).toBe(true);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.length).toBeLessThan(4);
  await expect(encode(file, 'photo', ownImages)).resolves.toMatchObject({ width: 800 });
  await ownImages.close();
});

test('an idle worker ends and is started again when needed', { tags: ['world'] }, async () => {
  const ownImages = open({ idle: 1 });
  await encode(await photoFile(), 'photo', ownImages);
  await expect.poll(() => ownImages.workerId()).toBe(undefined);
  await expect(encode(await photoFile(), 'photo', ownImages)).resolves.toMatchObject({ width: 96 });
  await ownImages.close();
});

test('a worker that cannot be started fails each image immediately', async () => {
  const broken = open({ worker: 'no\0program' });
  const file = await photoFile();
  const tries = await Promise.allSettled([1, 2, 3].map(() => encode(file, 'photo', broken)));
  expect(tries.map((attempt) => attempt.status === 'rejected' && String(attempt.reason))).toEqual(
    Array(3).fill(expect.stringContaining('null bytes')),
  );
  await broken.close();
});
