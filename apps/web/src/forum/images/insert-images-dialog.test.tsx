import { uploadForumImage } from '@mbari/contract/forum/images';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { InsertImagesDialog } from './insert-images-dialog.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  fakeUploads();
  signIn('a-token', aMember());
});

const imageFile = (name = 'cloth.jpg') => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], name, { type: 'image/jpeg' });
const uploaded = (id: string) => ({ data: anImage({ id }), receipt: null, message: 'Image uploaded' });

async function setUp(files: readonly File[]) {
  const [onInsert, onClose] = [vi.fn<(markdown: string) => void>(), vi.fn<() => void>()];
  const { user } = await renderScreen(<InsertImagesDialog files={files} onInsert={onInsert} onClose={onClose} />);
  return { user, onInsert, onClose };
}

const words = () => screen.findByLabelText('Alt text for image 1');

test('a pasted file is described, uploaded and returned as Markdown', async () => {
  server.answer(uploadForumImage, uploaded('01'));
  const { user, onInsert } = await setUp([imageFile()]);
  await user.type(await words(), 'A [[red] cloth');
  await user.click(screen.getByRole('button', { name: 'Add to the text' }));
  await expect.poll(() => onInsert.mock.calls).toEqual([[String.raw`![A \[red\] cloth](photo:01)`]]);
  expect(server.bodiesOf(uploadForumImage)).toMatchObject([{ alt: 'A [red] cloth' }]);
});

test('descriptions are optional, and non-images are rejected before sending', async () => {
  server.answer(uploadForumImage, uploaded('02'));
  const { user, onInsert } = await setUp([imageFile(), new File(['words'], 'words.txt', { type: 'text/plain' })]);
  expect(await screen.findByText('Please select image files only')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Add to the text' }));
  await expect.poll(() => onInsert.mock.calls).toEqual([['![](photo:02)']]);
});

test('an error is shown, and a retry sends the remaining images under the same idempotency keys', async () => {
  server.refuse(uploadForumImage, { status: 422, code: 'quota_exceeded', message: 'Your pictures take all the room you have here.' });
  const { user, onInsert, onClose } = await setUp([imageFile()]);
  await words();
  await user.click(screen.getByRole('button', { name: 'Add to the text' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your pictures take all the room you have here.');
  server.answer(uploadForumImage, uploaded('03'));
  await user.click(screen.getByRole('button', { name: 'Add to the text' }));
  await expect.poll(() => onInsert.mock.calls).toEqual([['![](photo:03)']]);
  expect(onClose).not.toHaveBeenCalled();
});
