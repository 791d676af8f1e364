import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { box, chunk, flatPng, photoFile, png } from './image-files.ts';

/** Returns images whose decoding is too expensive, or whose headers are false. The server refuses all. */
export async function greedyFiles(): Promise<Record<string, Buffer>> {
  const jpeg = await photoFile(256, 192);
  const [gif, avif] = await Promise.all([sharp(jpeg).gif().toBuffer(), sharp(jpeg).avif({ effort: 0 }).toBuffer()]);
  const part = (file: Buffer, share: number): Buffer => file.subarray(0, Math.floor(file.length * share));
  return {
    'a flat PNG of 14,000 x 14,000': flatPng(14_000, 14_000),
    'a JPEG of a thousand scans': await manyScans(1_000),
    'a PNG of 1 KB that declares 200 MB': padded(declaring(png(64, 64, Buffer.alloc(900)), 200 * 2 ** 20)),
    'a JPEG of 1 KB that declares 60,000 x 60,000': padded(sizedJpeg(Buffer.from(jpeg), 60_000)),
    'a GIF of 1 KB that declares 65,535 x 65,535': padded(sizedGif(Buffer.from(gif), 65_535)),
    'a WebP of 1 KB that declares 16,383 x 16,383': padded(sizedWebp(await sharp(jpeg).webp().toBuffer(), 16_383)),
    'JPEG XL': Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(300, 7)]),
    'JPEG XL in boxes': Buffer.concat([box('JXL ', '\r\n\x87\n'), box('ftyp', 'jxl \0\0\0\0jxl '), box('jxlc', 'x'.repeat(200))]),
    'SVG in UTF-16': Buffer.from(
      '\ufeff<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>',
      'utf16le',
    ),
    ...Object.fromEntries(
      [0.01, 0.1, 0.5, 0.99].flatMap((share) => [
        [`${share * 100} % of a GIF`, part(gif, share)],
        [`${share * 100} % of an AVIF`, part(avif, share)],
      ]),
    ),
  };
}

/** Returns animations of which the server may decode only the first frame. */
export async function longAnimations(frames = 10_000): Promise<Record<string, Buffer>> {
  return { GIF: await longGif(frames), WebP: await longWebp(frames), APNG: longApng(frames) };
}

/** Repeats the end of a progressive JPEG, so that each scan decodes the whole image again. */
async function manyScans(count: number): Promise<Buffer> {
  const file = await plain(4_000, 3_000).jpeg({ progressive: true }).toBuffer();
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([file.subarray(0, last), ...Array<Buffer>(count).fill(file.subarray(last, -2)), file.subarray(-2)]);
}

const padded = (file: Buffer): Buffer => Buffer.concat([file.subarray(0, 1024), Buffer.alloc(Math.max(0, 1024 - file.length))]);

function declaring(file: Buffer, bytes: number): Buffer {
  file.writeUInt32BE(bytes, file.indexOf('IDAT') - 4);
  return file;
}

function sizedJpeg(file: Buffer, side: number): Buffer {
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(side, frame + 5);
  file.writeUInt16BE(side, frame + 7);
  return file;
}

function sizedGif(file: Buffer, side: number): Buffer {
  const image = file.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const offset of [6, 8, image + 5, image + 7]) file.writeUInt16LE(side, offset);
  return file;
}

function sizedWebp(file: Buffer, side: number): Buffer {
  for (const offset of [26, 28]) file.writeUInt16LE(side, offset);
  return file;
}

const plain = (width = 32, height = 32) => sharp({ create: { width, height, channels: 3, background: '#345' } });

async function longGif(frames: number): Promise<Buffer> {
  const still = await plain().gif().toBuffer();
  const frame = still.subarray(still.indexOf(Buffer.from([0x21, 0xf9])), -1);
  return Buffer.concat([still.subarray(0, -1), ...Array<Buffer>(frames - 1).fill(frame), still.subarray(-1)]);
}

async function longWebp(frames: number): Promise<Buffer> {
  const still = await plain().webp({ lossless: true }).toBuffer();
  const chunks = still.subarray(12);
  const frame = riff('ANMF', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 31, 0, 0, 31, 0, 0, 10, 0, 0, 0]), chunks]));
  const head = riff('VP8X', Buffer.from([2, 0, 0, 0, 31, 0, 0, 31, 0, 0]));
  const body = Buffer.concat([Buffer.from('WEBP'), head, riff('ANIM', Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)]);
  return riff('RIFF', body);
}

export function riff(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function longApng(frames: number): Buffer {
  const rows = deflateSync(Buffer.alloc(32 * (32 * 3 + 1)));
  const numbers = (...values: number[]): Buffer =>
    Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
  const control = (order: number): Buffer =>
    chunk('fcTL', Buffer.concat([numbers(order, 32, 32, 0, 0), Buffer.from([0, 1, 0, 100, 0, 0])]));
  const file = png(32, 32, rows, { before: [['acTL', numbers(frames, 0)]] });
  const more = Array.from({ length: frames }, (_, n) => [control(2 * n), chunk('fdAT', Buffer.concat([numbers(2 * n + 1), rows]))]).flat();
  return Buffer.concat([file.subarray(0, -12), ...more, file.subarray(-12)]);
}
