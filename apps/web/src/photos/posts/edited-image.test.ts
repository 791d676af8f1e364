import type { Photo } from '@mbari/contract/photos/posts';
import { expect, test } from 'vitest';
import { fitted, moved, resized, scaled, stretched, turned } from '~/photos/image-picker/crop-geometry.ts';
import { noEdit } from '~/platform/media/image-edit.ts';
import { changesOf, editedFrom, type EditedImage } from './edited-image.ts';
import { formatCamera } from './format-camera.ts';

const image = (id: string) => ({ id, alt: `words of ${id}`, image_path: `/media/${id}/1280.jpeg` });
const photo = {
  title: 'Adire',
  description: null,
  category: 'Textile',
  license: null,
  audience: null,
  warning: null,
  images: [image('a'), image('b')],
} as unknown as Photo;
const file: EditedImage = {
  id: 'new',
  alt: 'A new one',
  address: 'blob:new',
  camera: { iso: 100 },
  file: new File(['x'], 'new.jpg', { type: 'image/jpeg' }),
};
const before = editedFrom(photo);
const [first, second] = before.images as [EditedImage, EditedImage];

const sent = (form: FormData | null) =>
  form && Object.fromEntries([...form].map(([name, value]) => [name, value instanceof File ? value.name : value]));

test('an unchanged post has no changes to send', () => {
  expect(changesOf(photo, before)).toBeNull();
});

test('unchanged fields are left out, and cleared fields are sent empty', () => {
  expect(sent(changesOf(photo, { ...before, description: 'Eleven dips', category: '' }))).toEqual({
    description: 'Eleven dips',
    category: '',
  });
});

test('a changed alt text does not send the images', () => {
  expect(sent(changesOf(photo, { ...before, images: [first, { ...second, alt: 'A coil' }] }))).toEqual({
    'alt[0]': 'words of a',
    'alt[1]': 'A coil',
  });
});

test('kept images and new ones are sent with their position', () => {
  expect(sent(changesOf(photo, { ...before, images: [second, file] }))).toEqual({
    'alt[0]': 'words of b',
    'alt[1]': 'A new one',
    'keep[0]': 'b',
    'images[1]': 'new.jpg',
  });
});

test('camera data is sent with new images if the owner shows it, and never with kept images', () => {
  expect(sent(changesOf(photo, { ...before, showsCamera: true, license: 'CC0-1.0', images: [first, file] }))).toEqual({
    'license': 'CC0-1.0',
    'alt[0]': 'words of a',
    'alt[1]': 'A new one',
    'keep[0]': 'a',
    'images[1]': 'new.jpg',
    'camera[1]': '{"iso":100}',
    'show_camera': 'true',
  });
});

test('hiding camera data is sent explicitly', () => {
  const shown = { ...photo, images: [{ ...photo.images[0]!, camera: { iso: 100 } }] };
  expect(sent(changesOf(shown, { ...editedFrom(shown), showsCamera: false }))).toEqual({ show_camera: 'false' });
});

test('an earlier version is declared with its image, and its removal ends the comparison', () => {
  const single = { ...photo, images: [photo.images[0]!] };
  expect(sent(changesOf(single, { ...editedFrom(single), isComparison: true, images: [first, file] }))).toMatchObject({
    'keep[0]': 'a',
    'images[1]': 'new.jpg',
    'is_comparison': 'true',
  });
  const compared = { ...photo, is_comparison: true };
  expect(changesOf(compared, editedFrom(compared))).toBeNull();
  expect(sent(changesOf(compared, { ...editedFrom(compared), images: [first] }))).toMatchObject({
    'keep[0]': 'a',
    'is_comparison': 'false',
  });
});

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
