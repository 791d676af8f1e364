import { expect, test } from 'vitest';
import { hasRoom } from './use-viewer-room.ts';

const viewer = { width: 996, height: 836 };

test.each([
  ['a landscape has room below it', { width: 3000, height: 2000 }, true],
  ['a portrait has room beside it', { width: 2000, height: 3000 }, true],
  ['one in the shape of the viewer has none', { width: 1990, height: 1670 }, false],
  ['a small one has room all round', { width: 300, height: 250 }, true],
])('%s', (_, image, room) => {
  expect(hasRoom(viewer, image)).toBe(room);
});
