import { expect, test } from 'vitest';
import { kindOf, withTrueTypes } from './kind-of-file.ts';

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
