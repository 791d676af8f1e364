import { expect, test } from 'vitest';
import { hasRoom } from './use-whole-window.tsx';
import { fitted, fullScale, movedBy, type Stage, zoomedAt } from './zoom-view.ts';

const stage: Stage = { photo: { width: 400, height: 300 }, window: { width: 400, height: 800 }, pixels: 1600 };

test('zooming keeps the point under the finger in place', () => {
  const near = zoomedAt(fitted, 4, { x: 100, y: 60 }, stage);
  expect(near.scale).toBe(4);
  expect(near.x).toBe(-300);
  expect(near.y).toBe(-180);
});

test('a photo smaller than the window stays in the middle', () => {
  expect(zoomedAt(fitted, 2, { x: 0, y: 140 }, stage).y).toBe(0);
});

test('a photo cannot be moved out of its window', () => {
  const near = zoomedAt(fitted, 4, { x: 0, y: 0 }, stage);
  expect(movedBy(near, 5_000, -5_000, stage)).toEqual({ scale: 4, x: 600, y: -200 });
});

test('zooming stops at the fitted size and at twice the full size', () => {
  expect(zoomedAt({ scale: 4, x: 600, y: 0 }, 0.01, { x: 0, y: 0 }, stage)).toEqual(fitted);
  expect(zoomedAt(fitted, 100, { x: 0, y: 0 }, stage).scale).toBe(8);
});

test('full size shows one image pixel per page pixel, but at least doubles the photo', () => {
  expect(fullScale(stage)).toBe(4);
  expect(fullScale({ ...stage, pixels: 200 })).toBe(2);
});

const viewer = { width: 996, height: 836 };

test.each([
  ['a landscape photo has room below', { width: 3000, height: 2000 }, true],
  ['a portrait photo has room at its sides', { width: 2000, height: 3000 }, true],
  ['a photo in the shape of the viewer has no room', { width: 1990, height: 1670 }, false],
  ['a small photo has room all round', { width: 300, height: 250 }, true],
])('%s', (_, image, room) => {
  expect(hasRoom(viewer, image)).toBe(room);
});
