import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFiles, headOf, kindOf, withTrueTypes } from './check-files.ts';
import { sizeWithin } from './draw-smaller.ts';
import { drawEdited, editedSize, frameOf, type ImageEdit, noEdit } from './image-edit.ts';
import { privateMetadataIn } from './image-metadata.ts';
import { sizeInPixels } from './size-in-pixels.ts';

const photo = { type: 'image/jpeg', size: 5_000_000 };
const film = { type: 'video/mp4', size: 10 };
const huge = { type: 'image/png', size: 10 * 1024 * 1024 };

test('images below 10 MB are accepted', () => {
  expect(checkFiles([photo], 1)).toEqual({ taken: [photo], wrong: [], over: false });
});
test('files that are not images are left out, with one error', () => {
  expect(checkFiles([film, photo, film], 3)).toEqual({ taken: [photo], wrong: ['Please select image files only'], over: false });
});
test('an image of 10 MB is too large', () => {
  expect(checkFiles([huge], 1)).toEqual({ taken: [], wrong: ['Each file should be less than 10MB'], over: false });
});
test("images beyond the post's limit are left out", () => {
  expect(checkFiles([photo, photo], 1)).toEqual({ taken: [photo], wrong: [], over: true });
  expect(checkFiles([photo], 0)).toEqual({ taken: [], wrong: [], over: true });
});
test('an image that the browser reduces may have any size', () => {
  expect(checkFiles([huge], 1, Number.POSITIVE_INFINITY)).toEqual({ taken: [huge], wrong: [], over: false });
});
test('SVG is refused', () => {
  expect(checkFiles([{ type: 'image/svg+xml', size: 10 }], 1).wrong).toEqual(['Please select image files only']);
});

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
const box = (...brands: string[]): Uint8Array<ArrayBuffer> => {
  const [major = '', ...others] = brands;
  return bytes([0, 0, 0, 16 + others.length * 4], 'ftyp', major, [0, 0, 0, 0], ...others, [0, 0, 0, 8], 'meta');
};

test.each([
  ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe1])],
  ['png', bytes([0x89], 'PNG\r\n', [0x1a], '\n')],
  ['heic', box('heic', 'mif1')],
  ['heic', box('mif1', 'heic', 'miaf')],
  ['heic', box('msf1', 'hevc')],
  ['avif', box('mif1', 'avif', 'miaf')],
  ['webp', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ')],
  [null, box('isom', 'mp42')],
  [null, bytes('<svg xmlns')],
  [null, bytes()],
])('%s is recognised by its bytes', (name, head) => {
  expect(kindOf(head)).toEqual({ name, animated: false });
});
test.each([
  ['GIF', bytes('GIF89a')],
  ['PNG', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 8], 'acTL')],
  ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 2])],
  ['AVIF', box('avis', 'avif')],
])('an animated %s is recognised', (_, head) => {
  expect(kindOf(head).animated).toBe(true);
});
test('a file without a type gets the type of its bytes', async () => {
  const [photo, film] = await withTrueTypes([new File([box('heic')], 'IMG_1.HEIC'), new File([box('isom')], 'film')]);
  expect(photo).toMatchObject({ type: 'image/heic', name: 'IMG_1.HEIC' });
  expect(film?.type).toBe('');
});

const image = { width: 400, height: 300 } as ImageBitmap;
const edit = (own: Partial<ImageEdit>): ImageEdit => ({ ...noEdit, ...own });

test('an unedited image keeps its size, and a quarter turn swaps its sides', () => {
  expect(frameOf(image, noEdit)).toEqual({ width: 400, height: 300 });
  expect(frameOf(image, edit({ turns: 1 }))).toEqual({ width: 300, height: 400 });
  expect(editedSize(image, edit({ turns: 3, crop: { x: 0.5, y: 0, width: 0.5, height: 0.25 } }))).toEqual({ width: 150, height: 100 });
});

test.each([-10, -0.1, 3, 10])('straightened by %s degrees, the frame has no empty corner', (angle) => {
  for (const turns of [0, 1]) {
    const frame = frameOf(image, edit({ angle, turns }));
    expect(frame.width / frame.height).toBeCloseTo(turns === 0 ? 4 / 3 : 3 / 4);
    for (const [x, y] of [
      [1, 1],
      [1, -1],
    ] as const) {
      const corner = rotated({ x: (x * frame.width) / 2, y: (y * frame.height) / 2 }, -(angle + turns * 90));
      expect(Math.abs(corner.x)).toBeLessThanOrEqual(200);
      expect(Math.abs(corner.y)).toBeLessThanOrEqual(150);
    }
  }
});

test('the crop fills the canvas', () => {
  const drawn = draw(edit({ crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } }), { width: 100, height: 75 });
  expect(drawn({ x: 100, y: 150 })).toEqual([0, 0]);
  expect(drawn({ x: 300, y: 300 })).toEqual([100, 75]);
});

test('a quarter turn brings the lower left corner to the upper left', () => {
  const drawn = draw(edit({ turns: 1 }), { width: 300, height: 400 });
  expect(drawn({ x: 0, y: 300 })).toEqual([0, 0]);
  expect(drawn({ x: 400, y: 0 })).toEqual([300, 400]);
});

test('straightening turns around the middle', () => {
  const drawn = draw(edit({ angle: 10 }), { width: 400, height: 300 });
  expect(drawn({ x: 200, y: 150 })).toEqual([200, 150]);
});

/** Returns where a point of the image is drawn. */
function draw(wanted: ImageEdit, size: { width: number; height: number }): (point: { x: number; y: number }) => number[] {
  let [a, b, c, d, e, f] = [1, 0, 0, 1, 0, 0];
  const translate = (x: number, y: number) => void ([e, f] = [e + a * x + c * y, f + b * x + d * y]);
  const context = {
    setTransform: (...values: [number, number, number, number, number, number]) => void ([a, b, c, d, e, f] = values),
    translate,
    rotate: (radians: number) => {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      [a, b, c, d] = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin];
    },
    drawImage: (_: unknown, x: number, y: number) => translate(x, y),
  };
  drawEdited(context as never, image, wanted, size);
  return ({ x, y }) => [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value) + 0);
}

function rotated({ x, y }: { x: number; y: number }, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

test('location and camera are detected in a HEIC file', () => {
  const file = readFileSync(new URL('../../../../../e2e/samples/four-fields.heic', import.meta.url));
  expect(privateMetadataIn(file)).toEqual(expect.arrayContaining(['location', 'camera']));
});
test('date and author are detected separately', () => {
  expect(privateMetadataIn(photoWith([0x0132, 0x013b]))).toEqual(['date', 'author']);
});
test('an empty GPS directory counts as other hidden data', () => {
  expect(privateMetadataIn(photoWith([0x8825]))).toEqual(['other']);
});
test('a file without an EXIF block has no hidden data, and a truncated block counts as other hidden data', () => {
  expect(privateMetadataIn(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))).toEqual([]);
  expect(privateMetadataIn(photoWith([0x0132]).subarray(0, 22))).toEqual(['other']);
});

/** Returns the start of a JPEG with these tags in its EXIF block, each pointing at zeros after the block. */
function photoWith(tags: number[]): Uint8Array {
  const block = new DataView(new ArrayBuffer(8 + 2 + tags.length * 12 + 4 + 16));
  block.setUint32(0, 0x4d4d002a);
  block.setUint32(4, 8);
  block.setUint16(8, tags.length);
  for (const [index, tag] of tags.entries()) {
    block.setUint16(10 + index * 12, tag);
    block.setUint32(10 + index * 12 + 8, 10 + tags.length * 12 + 4);
  }
  const head = [0xff, 0xd8, 0xff, 0xe1, 0, 0, ...[...'Exif\0\0'].map((letter) => letter.charCodeAt(0))];
  return Uint8Array.from([...head, ...new Uint8Array(block.buffer)]);
}

const sample = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../../e2e/samples/${name}`, import.meta.url)));

test.each([
  ['j-sos-params.jpg', 640, 400],
  ['j-orient-6-long.jpg', 640, 400],
  ['p-tall-1080x20000.png', 1080, 20_000],
  ['g-offset.gif', 200, 140],
  ['small-exif6.webp', 300, 170],
])('the size of %s is read from its header', async (name, width, height) => {
  const file = sample(name);
  const head = await headOf(new Blob([file]));
  expect(sizeInPixels(head, kindOf(head).name)).toEqual({ width, height });
});
test('a truncated header declares no size', () => {
  for (const length of [0, 4, 12, 20, 24]) expect(sizeInPixels(sample('j-sos-params.jpg').subarray(0, length), 'jpeg')).toBeNull();
  expect(sizeInPixels(sample('p-tall-1080x20000.png').subarray(0, 18), 'png')).toBeNull();
  expect(sizeInPixels(sample('small.bmp'), null)).toBeNull();
});
test('an image beyond the maximum width, height or pixels is reduced in proportion', () => {
  const most = { width: 2048, height: 8192, pixels: 50_000_000 };
  expect(sizeWithin({ width: 1080, height: 20_000 }, most)).toEqual({ width: 442, height: 8192 });
  expect(sizeWithin({ width: 4096, height: 100 }, most)).toEqual({ width: 2048, height: 50 });
  expect(sizeWithin({ width: 300, height: 200 }, most)).toEqual({ width: 300, height: 200 });
  expect(sizeWithin({ width: 20_000, height: 10_000 }, { width: 16_384, height: 16_384, pixels: 50_000_000 })).toEqual({
    width: 10_000,
    height: 5_000,
  });
});
