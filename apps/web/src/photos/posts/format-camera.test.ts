import { expect, test } from 'vitest';
import { formatCamera } from './format-camera.ts';

test('camera and settings are formatted as photographers write them', () => {
  const taken = { camera: 'FUJIFILM X-T4', lens: 'XF23mmF2 R WR', focal_length: 23, aperture: 5.6, exposure_time: 0.004, iso: 1600 };
  expect(formatCamera(taken)).toEqual(['FUJIFILM X-T4', 'XF23mmF2 R WR', '23 mm', 'f/5.6', '1/250 s', 'ISO 1600']);
});

test.each([
  [0.000125, '1/8000 s'],
  [1 / 3, '1/3 s'],
  [0.5, '0.5 s'],
  [30, '30 s'],
])('an exposure of %d seconds is %s', (exposure_time, said) => {
  expect(formatCamera({ exposure_time })).toEqual([said]);
});

test('unknown camera settings are left out', () => {
  expect(formatCamera({ iso: 100 })).toEqual(['ISO 100']);
});
