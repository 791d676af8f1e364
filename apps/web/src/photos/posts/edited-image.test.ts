import type { Photo } from '@mbari/contract/photos/posts';
import { expect, test } from 'vitest';
import { changesOf, type EditedImage, editedFrom } from './edited-image.ts';

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
