import { expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';

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
