import type { Photo } from '@mbari/contract/shapes/photos';
import { expect, test } from 'vitest';
import { changesOf, type EditedImage, imagesOf, writtenOn } from './edited-image.ts';

const image = (id: string) => ({ id, alt: `words of ${id}`, image_path: `/media/${id}/1280.jpeg` });
const photo = { title: 'Adire', description: null, category: 'Textile', images: [image('a'), image('b')] } as unknown as Photo;
const file: EditedImage = { id: 'new', alt: 'A new one', address: 'blob:new', file: new File(['x'], 'new.jpg', { type: 'image/jpeg' }) };

const sent = (form: FormData | null) =>
  form && Object.fromEntries([...form].map(([name, value]) => [name, value instanceof File ? value.name : value]));

test('nothing changed, nothing sent', () => {
  expect(changesOf(photo, writtenOn(photo), imagesOf(photo))).toBeNull();
});

test('what is not changed is not named; what is emptied is sent empty', () => {
  expect(sent(changesOf(photo, { title: 'Adire', description: 'Eleven dips', category: '' }, imagesOf(photo)))).toEqual({
    description: 'Eleven dips',
    category: '',
  });
});

test('words of an image alone leave the images be', () => {
  const [first, second] = imagesOf(photo);
  if (!first || !second) throw new Error('two images');
  expect(sent(changesOf(photo, writtenOn(photo), [first, { ...second, alt: 'A coil' }]))).toEqual({
    'alt[0]': 'words of a',
    'alt[1]': 'A coil',
  });
});

test('kept images and new ones each say their place', () => {
  const [, second] = imagesOf(photo);
  if (!second) throw new Error('two images');
  expect(sent(changesOf(photo, writtenOn(photo), [second, file]))).toEqual({
    'alt[0]': 'words of b',
    'alt[1]': 'A new one',
    'keep[0]': 'b',
    'images[1]': 'new.jpg',
  });
});
