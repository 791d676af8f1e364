import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { privateMetadataIn } from './image-metadata.ts';

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
