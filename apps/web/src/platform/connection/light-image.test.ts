import { expect, test, vi } from 'vitest';
import { anImage } from '~/testing/a-photo.ts';
import { lightImage, lightIndexFor } from './light-image.ts';

const image = anImage({
  srcset: {
    avif: '/m/320.webp 320w, /m/640.avif 640w, /m/1280.avif 1280w',
    webp: '/m/320.webp?exp=1 320w, /m/640.webp?exp=1 640w, /m/1280.webp?exp=1 1280w',
    jpeg: '/m/320.jpeg 320w, /m/640.jpeg 640w, /m/1280.jpeg 1280w',
  },
  bytes: [9_000, 61_000, 0],
});

test.each([
  ['320px', 0],
  ['321px', 1],
  ['(min-resolution: 2.5dppx) 100px, 150px', 0],
  ['(min-width: 560px) 400px, (min-resolution: 2.5dppx) 100px, 330px', 1],
  ['99999px', 2],
])('a box of %s uses the narrowest width that fills it', (sizes, index) => {
  expect(lightIndexFor(image, sizes)).toBe(index);
});

test('an image as wide as the window uses the window’s width', () => {
  vi.stubGlobal('innerWidth', 390);
  expect(lightIndexFor(image, '(min-resolution: 2.5dppx) 67vw, 100vw')).toBe(1);
  vi.unstubAllGlobals();
});

test('one width lists every available format and the size of its WebP', () => {
  expect(lightImage(image, 1)).toEqual({ index: 1, avif: '/m/640.avif', webp: '/m/640.webp?exp=1', jpeg: '/m/640.jpeg', bytes: 61_000 });
  expect(lightImage({ srcset: { webp: '/m/320.webp 320w', jpeg: '/m/320.jpeg' }, bytes: [] }, 0)).toMatchObject({
    avif: undefined,
    bytes: 0,
  });
});
