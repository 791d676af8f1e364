import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { iccProfile, xyzTag } from '../platform/images/color-profiles.ts';

/** A marker in all metadata of the images below. No stored file may contain it. */
export const canary = 'CANARY-9f3b2c';

const red = [200, 30, 30] as const;
const green = [30, 160, 60] as const;
const blue = [30, 60, 200] as const;
const sand = [230, 200, 120] as const;
/** Colours of the corners of an upright image, clockwise from the top left. */
export const corners = [red, green, sand, blue] as const;

type Pixel = (x: number, y: number) => readonly number[];

const quarters =
  (width: number, height: number): Pixel =>
  (x, y) =>
    corners[y < height / 2 ? (x < width / 2 ? 0 : 1) : x < width / 2 ? 3 : 2];

function painted(width: number, height: number, pixelAt: Pixel = quarters(width, height), channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels, 255);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(pixelAt(x, y), (y * width + x) * channels);
  return sharp(data, { raw: { width, height, channels } });
}

/** Returns a grainy photo like a camera's, with a GPS position. */
export async function photoFile(width = 96, height = 64, seed = 1): Promise<Buffer> {
  const grain = random(seed);
  const base = quarters(width, height);
  return carrying(
    painted(width, height, (x, y) => base(x, y).map((value) => Math.max(0, Math.min(255, value + Math.floor(grain() * 24) - 12)))),
  )
    .jpeg({ quality: 90 })
    .toBuffer();
}

const carrying = (image: Sharp): Sharp =>
  image
    .withExif({
      IFD0: { Copyright: canary, Make: canary },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '5/1 29/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 2/1 0/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>${canary}</r></x:xmpmeta>`);

/** Returns a photo with camera settings and a GPS position. */
export const cameraPhoto = (width = 96, height = 64, camera: Record<string, string> = {}): Promise<Buffer> =>
  painted(width, height)
    .withExif({
      IFD0: { Make: 'FUJIFILM', Model: 'X-T4', Artist: canary, ...camera },
      IFD2: { LensModel: 'XF23mmF2 R WR', FocalLength: '23/1', FNumber: '8/1', ExposureTime: '1/250', ISOSpeedRatings: '160' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '5/1 29/1 37/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '7/1 2/1 11/1',
        GPSAreaInformation: canary,
      },
    })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Returns the same image stored in one of the eight orientations. */
export async function turnedPhoto(orientation: number, width = 64, height = 48): Promise<Buffer> {
  const upright = quarters(width, height);
  const [right, bottom] = [width - 1, height - 1];
  const pixels: Pixel[] = [
    (x, y) => upright(x, y),
    (x, y) => upright(right - x, y),
    (x, y) => upright(right - x, bottom - y),
    (x, y) => upright(x, bottom - y),
    (x, y) => upright(y, x),
    (x, y) => upright(right - y, x),
    (x, y) => upright(right - y, bottom - x),
    (x, y) => upright(y, bottom - x),
  ];
  const turned = orientation >= 5;
  return painted(turned ? height : width, turned ? width : height, pixels[orientation - 1])
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Returns an image of each accepted kind, upright and in the colours of `corners`. */
export async function acceptedImages(): Promise<Record<string, Buffer>> {
  const plain = (): Sharp => painted(64, 48);
  const clear = (): Sharp => painted(64, 48, undefined, 4);
  const jpeg = await carrying(plain()).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  const pngFile = await plain().png().toBuffer();
  const gif = await plain().gif().toBuffer();
  return {
    'baseline JPEG': jpeg,
    'progressive JPEG': await carrying(plain()).jpeg({ quality: 95, progressive: true }).toBuffer(),
    'CMYK JPEG': await plain().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
    '8-bit PNG': await carrying(plain()).png().toBuffer(),
    '16-bit PNG': await plain().toColourspace('rgb16').png().toBuffer(),
    'PNG with alpha': await clear().png().toBuffer(),
    'interlaced PNG': await plain().png({ progressive: true }).toBuffer(),
    'palette PNG': await plain().png({ palette: true }).toBuffer(),
    WebP: await carrying(plain()).webp({ quality: 95 }).toBuffer(),
    'lossless WebP': await clear().webp({ lossless: true }).toBuffer(),
    GIF: gif,
    'animated GIF': await sharp(
      [
        await plain().png().toBuffer(),
        await painted(64, 48, () => [0, 0, 0])
          .png()
          .toBuffer(),
      ],
      {
        join: { animated: true },
      },
    )
      .gif()
      .toBuffer(),
    AVIF: await plain().avif({ quality: 90, effort: 0 }).toBuffer(),
    'JPEG in Display P3': await plain().withIccProfile('p3').jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
    'PNG in Adobe RGB': adobePng(),
    'JPEG with a ZIP behind it': Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${canary}`)]),
    'PNG with a page behind it': Buffer.concat([pngFile, Buffer.from(`<script>alert("${canary}")</script>`)]),
    'GIF with a script behind it': Buffer.concat([gif, Buffer.from(`/*${canary}*/alert(1)`)]),
  };
}

/** Returns a file of each refused kind. The declared type does not matter. */
export async function refusedFiles(): Promise<Record<string, Buffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script><rect width="64" height="64"/></svg>`;
  const jpeg = await photoFile(256, 192);
  const pngFile = await sharp(jpeg).png().toBuffer();
  const webp = await sharp(jpeg).webp().toBuffer();
  const part = (file: Buffer, share: number): Buffer => file.subarray(0, Math.floor(file.length * share));
  const cut = Object.fromEntries(
    [0.01, 0.1, 0.5, 0.99].flatMap((share) =>
      Object.entries({ JPEG: jpeg, PNG: pngFile, WebP: webp }).map(
        ([name, file]) => [`${share * 100} % of a ${name}`, part(file, share)] as const,
      ),
    ),
  );
  return {
    SVG: Buffer.from(svg),
    'SVG with a preamble': Buffer.from(`<?xml version="1.0"?>\n<!-- -->${svg}`),
    HTML: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
    PDF: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF'),
    ZIP: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
    MP4: Buffer.concat([box('ftyp', 'isom\0\0\x02\0isomiso2mp41'), box('mdat', 'x'.repeat(400))]),
    HEIC: Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('meta', '\0'.repeat(200))]),
    BMP: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
    TIFF: await sharp(jpeg).tiff().toBuffer(),
    ICO: Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 1, 0, 0, 22, 0, 0, 0, ...Array<number>(256).fill(7)]),
    PSD: Buffer.concat([Buffer.from('8BPS'), Buffer.alloc(300)]),
    'no bytes': Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    ...cut,
    'a header of 50,000 x 50,000': png(50_000, 50_000, Buffer.from([0])),
    'a flat PNG of 17,000 x 17,000': flatPng(17_000, 17_000),
    'a flat PNG of 7,100 x 7,100': flatPng(7_100, 7_100),
    'a PNG of 1 x 65,535': flatPng(1, 65_535),
    'a PNG of 16 x 16,385': flatPng(16, 16_385),
    'a PNG of 15 x 400': flatPng(15, 400),
  };
}

/** Returns a PNG whose colour profile and comment expand a thousandfold. */
export const packedBombs = (): Buffer =>
  png(64, 64, deflateSync(Buffer.alloc(64 * 65)), {
    gray: true,
    before: [
      ['iCCP', bomb('bad\0\0')],
      ['zTXt', bomb('Comment\0\0')],
    ],
  });

/** Mulberry32: returns a generator of reproducible numbers in [0, 1). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function box(name: string, body: Buffer | string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, typeof body === 'string' ? Buffer.from(body, 'latin1') : body]);
}

const bomb = (head: string): Buffer => Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(64 * 2 ** 20))]);

/** Returns an all-black PNG with one bit a pixel, which expands a hundred-thousandfold. */
export const flatPng = (width: number, height: number): Buffer =>
  png(width, height, deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 1 }), { depth: 1, gray: true });

export function png(
  width: number,
  height: number,
  pixels: Buffer,
  { depth = 8, gray = false, before = [] }: { depth?: number; gray?: boolean; before?: [string, Buffer][] } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, gray ? 0 : 2, 0, 0, 0], 8);
  const chunks: [string, Buffer][] = [['IHDR', header], ...before, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(([type, body]) => chunk(type, body))]);
}

export function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Returns `corners` in Adobe RGB with its profile. Without the profile its colours are pale. */
function adobePng(): Buffer {
  const [width, height] = [64, 48];
  const pixelAt = quarters(width, height);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows.set(asAdobe(pixelAt(x, y)), y * (width * 3 + 1) + 1 + x * 3);
  const profile = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(adobeProfile())]);
  return png(width, height, deflateSync(rows), { before: [['iCCP', profile]] });
}

type Matrix = readonly (readonly [number, number, number])[];
/** Linear sRGB to XYZ (D50), the profiles' connection space, and then to linear Adobe RGB. */
const srgbToXyz: Matrix = [
  [0.43607, 0.38515, 0.14307],
  [0.22249, 0.71687, 0.06061],
  [0.01392, 0.09708, 0.7141],
];
const xyzToAdobe: Matrix = [
  [1.96253, -0.61068, -0.34137],
  [-0.97876, 1.91615, 0.03342],
  [0.02869, -0.14067, 1.34926],
];
const adobeGamma = 563 / 256;

function asAdobe(color: readonly number[]): number[] {
  const times = (matrix: Matrix, [a = 0, b = 0, c = 0]: number[]): number[] => matrix.map(([i, j, k]) => i * a + j * b + k * c);
  const linear = color.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return times(xyzToAdobe, times(srgbToXyz, linear)).map((value) => Math.round(255 * Math.max(0, Math.min(1, value)) ** (1 / adobeGamma)));
}

function adobeProfile(): Buffer {
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33\0\0', 'latin1');
  const name = `Adobe RGB ${canary}\0`;
  const desc = Buffer.concat([
    Buffer.from(`desc\0\0\0\0\0\0\0${String.fromCodePoint(name.length)}${name}`, 'latin1'),
    Buffer.alloc(80 + ((4 - ((name.length + 92) % 4)) % 4)),
  ]);
  return iccProfile(
    [
      ['desc', desc],
      ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
      ['wtpt', xyzTag([0.9642, 1, 0.8249])],
      ['rXYZ', xyzTag([0.60974, 0.31111, 0.01947])],
      ['gXYZ', xyzTag([0.20528, 0.62567, 0.06087])],
      ['bXYZ', xyzTag([0.14919, 0.06322, 0.74457])],
      ['rTRC', curve],
      ['gTRC', curve],
      ['bTRC', curve],
    ],
    { version: 2 },
  );
}
