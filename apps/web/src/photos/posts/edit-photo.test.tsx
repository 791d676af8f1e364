import { type Photo, updatePhoto } from '@mbari/contract/photos/posts';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fitted, moved, resized, scaled, stretched, turned } from '~/photos/image-picker/crop-geometry.ts';
import { signIn } from '~/platform/lib/session.ts';
import { noEdit } from '~/platform/media/image-edit.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testConflict } from '~/testing/test-form.tsx';
import { EditPhoto } from './edit-photo.tsx';
import { changesOf, editedFrom, type EditedImage } from './edited-images.tsx';
import { formatCamera } from './format-camera.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  fakeUploads();
  signIn('a-token', aMember());
});

async function setUp(photo: Photo = aPhoto()) {
  const onClose = vi.fn<() => void>();
  const { user } = await renderScreen(<EditPhoto photo={photo} onClose={onClose} />);
  return { onClose, user, save: () => user.click(screen.getByRole('button', { name: 'Save changes' })) };
}

const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const twoImages = aPhoto({ images: [anImage({ id: 'a', alt: 'First' }), anImage({ id: 'b', alt: 'Second' })] });

test('saving without a change closes the dialog and sends nothing', async () => {
  const { onClose, save } = await setUp();
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(updatePhoto)).toEqual([]);
});

test('a missing title is shown under its field, which gets the focus', async () => {
  const { onClose, user, save } = await setUp();
  await user.clear(title());
  await save();
  expect(describedBy(title())).toBe('Give it a title.');
  expect(document.activeElement).toBe(title());
  expect(server.bodiesOf(updatePhoto)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('Enter in the title saves the changes', async () => {
  server.answer(updatePhoto, { data: aPhoto({ title: 'Eleko' }), message: 'Saved' });
  const { onClose, user } = await setUp();
  await user.clear(title());
  await user.type(title(), 'Eleko{Enter}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(updatePhoto)).toEqual([{ title: 'Eleko', version: '1' }]);
  await expect.poll(shownToasts).toEqual([sentences.photoUpdated]);
});

test('a removed location is sent empty', async () => {
  server.answer(updatePhoto, { data: aPhoto(), message: 'Saved' });
  const { onClose, user, save } = await setUp(aPhoto({ location_name: 'Nsukka' }));
  await user.clear(screen.getByDisplayValue('Nsukka'));
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(updatePhoto)).toEqual([{ location_name: '', version: '1' }]);
});

test('after the plan has ended, a restriction can only be lifted', async () => {
  server.answer(updatePhoto, { data: aPhoto(), message: 'Saved' });
  const { user, save } = await setUp(aPhoto({ audience: 'followers' }));
  const choice = screen.getByLabelText<HTMLSelectElement>('Who sees it');
  expect([...choice.options].filter(({ disabled }) => disabled).map(({ text }) => text)).toEqual(['Only me']);
  await user.selectOptions(choice, 'As in your settings');
  await save();
  await expect.poll(() => server.bodiesOf(updatePhoto)).toEqual([{ audience: '', version: '1' }]);
});

test('moved images are sent in their new order', async () => {
  server.answer(updatePhoto, { data: twoImages, message: 'Saved' });
  const { user, save } = await setUp(twoImages);
  await user.click(screen.getByRole('button', { name: 'Move image 2 earlier' }));
  await save();
  await expect
    .poll(() => server.bodiesOf(updatePhoto))
    .toEqual([{ 'alt[0]': 'Second', 'alt[1]': 'First', 'keep[0]': 'b', 'keep[1]': 'a', 'version': '1' }]);
});

test('the form is disabled while it is sent, and sending can be cancelled', async () => {
  server.keepWaiting(updatePhoto);
  const { onClose, user } = await setUp();
  await user.type(title(), '!{Enter}');
  await screen.findByRole('progressbar', { name: 'Saving the changes' });
  await user.type(title(), '{Enter}');
  expect(title().readOnly).toBe(true);
  expect(server.bodiesOf(updatePhoto)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Save changes' });
  expect(title().value).toBe('Adire!');
  expect(shownToasts()).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('the errors of a refusal are shown, and the input stays', async () => {
  const errors = { 'title': ['The title is too long.'], 'images.1': ['The image could not be read.'] };
  server.refuse(updatePhoto, { status: 422, code: 'validation', message: 'The given data was invalid.', errors });
  const { onClose, user, save } = await setUp();
  await user.type(title(), '!');
  await save();
  await screen.findByText('The image could not be read.');
  expect(describedBy(title())).toBe('The title is too long.');
  expect(document.activeElement).toBe(title());
  expect(title().value).toBe('Adire!');
  expect(shownToasts()).toEqual([sentences.photoUpdateFailed]);
  expect(onClose).not.toHaveBeenCalled();
});

test('a dropped connection is shown in the dialog', async () => {
  const { user, save } = await setUp();
  await user.type(title(), '!');
  await save();
  await screen.findByText('The connection was lost. Your changes are still here.');
  expect(shownToasts()).toEqual([sentences.photoUpdateFailed]);
});

test('a deleted post closes the dialog', async () => {
  server.refuse(updatePhoto, { status: 404, code: 'not_found', message: 'Photo not found' });
  const { onClose, user, save } = await setUp();
  await user.type(title(), '!');
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('Escape does not discard unsaved changes', async () => {
  const { onClose, user } = await setUp();
  await user.type(title(), '!');
  await user.keyboard('{Escape}');
  await screen.findByText('Your changes have not been saved.');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Escape closes an unchanged dialog immediately', async () => {
  const { onClose, user } = await setUp();
  await user.type(title(), '!{Backspace}');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the last image can be replaced but not removed', async () => {
  const { user } = await setUp(twoImages);
  await user.click(screen.getByRole('button', { name: 'Remove image 1' }));
  expect(screen.queryByRole('button', { name: /Remove image/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Replace image 1' })).toBeDefined();
});

testConflict('a post that is edited', {
  draw: () => {
    fakeUploads();
    return <EditPhoto photo={aPhoto({ version: 3 })} onClose={() => undefined} />;
  },
  fill: (user) => user.type(screen.getByLabelText('Title'), ' of Oshogbo'),
  sends: updatePhoto,
  answer: { data: aPhoto(), message: '' },
  button: 'Save changes',
  stored: aPhoto({ title: 'Indigo', version: 4 }),
  field: 'Title',
  name: 'title',
  mine: 'Adire of Oshogbo',
  theirs: 'Indigo',
});

test('a free member adds an earlier version of the photo and removes it again', async () => {
  server.answer(updatePhoto, { data: aPhoto(), message: 'Saved' });
  signIn('a-token', aMember({ viewer: { ...aMember().viewer, images_per_post: 1 } }));
  const { user, save } = await setUp();
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'before.jpg', { type: 'image/jpeg' });
  const add = async () => user.upload(await screen.findByLabelText('Add an earlier version', { selector: 'input' }), [file]);
  const compared = () => screen.findByRole('switch', { name: 'The second photo is an earlier version', checked: true });
  await add();
  await compared();
  expect(screen.queryByRole('button', { name: 'Add an image' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove image 2' }));
  await add();
  await compared();
  await save();
  await expect.poll(() => server.bodiesOf(updatePhoto)).toMatchObject([{ 'keep[0]': 'image-1', 'is_comparison': 'true' }]);
});

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
