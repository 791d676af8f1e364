import { type Photo, updatePhoto } from '@mbari/contract/photos/posts';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { EditPhoto } from './edit-photo.tsx';

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
