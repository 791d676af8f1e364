import { expect, test } from 'vitest';
import { noEdit } from '~/platform/media/image-edit.ts';
import { fitted, moved, resized, scaled, stretched, turned } from './crop-geometry.ts';

const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

test('a crop stays within the frame', () => {
  expect(moved(half, { x: 0.1, y: -0.1 })).toEqual({ x: 0.35, y: 0.15, width: 0.5, height: 0.5 });
  expect(moved(half, { x: 1, y: -1 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 });
});

test.each([
  [
    { x: 0, y: 0 },
    { x: 0, y: 0.5 },
    { x: 0, y: 0.5, width: 0.75, height: 0.25 },
  ],
  [
    { x: 1, y: 1 },
    { x: 2, y: 2 },
    { x: 0.25, y: 0.25, width: 0.75, height: 0.75 },
  ],
  [
    { x: 1, y: 0 },
    { x: 0, y: 0 },
    { x: 0.25, y: 0, width: 0.05, height: 0.75 },
  ],
] as const)('corner %o moves to %o, and the opposite one stays', (corner, to, expected) => {
  const crop = resized(half, corner, to, null);
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(crop[side]).toBeCloseTo(expected[side]);
});

test('a locked shape is kept while a corner moves, up to the edge', () => {
  expect(resized(half, { x: 1, y: 1 }, { x: 0.85, y: 0.3 }, 2)).toEqual({ x: 0.25, y: 0.25, width: 0.6, height: 0.3 });
  expect(resized(half, { x: 1, y: 1 }, { x: 2, y: 2 }, 0.5)).toEqual({ x: 0.25, y: 0.25, width: 0.375, height: 0.75 });
});

test('keys resize one side, or both sides of a locked shape', () => {
  expect(stretched(half, { x: -0.1, y: 0 }, null)).toEqual({ ...half, width: 0.4 });
  const locked = stretched(half, { x: 0, y: -0.1 }, 1);
  expect([locked.width, locked.height]).toEqual([expect.closeTo(0.4), expect.closeTo(0.4)]);
});

test('pinching scales around the centre and stops at the frame', () => {
  expect(scaled(half, 1.5)).toEqual({ x: 0.125, y: 0.125, width: 0.75, height: 0.75 });
  expect(scaled(half, 9)).toEqual(noEdit.crop);
  expect(scaled(half, 0).width).toBeCloseTo(0.05);
});

test('a ratio gives the largest crop around the centre', () => {
  expect(fitted({ x: 0, y: 0, width: 0.2, height: 0.2 }, 0.5)).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
  expect(fitted(half, 2)).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 });
});

test('four quarter turns restore the image', () => {
  const edit = { turns: 0, angle: 2, crop: { x: 0.125, y: 0.25, width: 0.5, height: 0.25 } };
  expect(turned(edit)).toEqual({ turns: 1, angle: 2, crop: { x: 0.5, y: 0.125, width: 0.25, height: 0.5 } });
  expect(turned(turned(turned(turned(edit))))).toEqual(edit);
});
