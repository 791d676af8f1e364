import { expect, test } from 'vitest';
import { hasRoom } from './use-whole-window.tsx';

const viewer = { width: 996, height: 836 };

test.each([
  ['a landscape photo has room below', { width: 3000, height: 2000 }, true],
  ['a portrait photo has room at its sides', { width: 2000, height: 3000 }, true],
  ['a photo in the shape of the viewer has no room', { width: 1990, height: 1670 }, false],
  ['a small photo has room all round', { width: 300, height: 250 }, true],
])('%s', (_, image, room) => {
  expect(hasRoom(viewer, image)).toBe(room);
});
