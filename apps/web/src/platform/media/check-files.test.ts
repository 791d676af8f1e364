import { expect, test } from 'vitest';
import { checkFiles, kindOf, withTrueTypes } from './check-files.ts';

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
