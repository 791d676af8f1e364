import { listCategories } from '@mbari/contract/photos/categories';
import { createPhoto } from '@mbari/contract/photos/posts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ComposerHost, openComposerWith, useSendingPost } from './composer-host.tsx';
// Loads the code that the first opening would wait for.
import './composer.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listCategories, { data: [] });
  fakeUploads();
  signIn('a-token', aMember());
});

afterEach(() => act(endSession));

/** The place that the feed gives a post being sent. */
function Feed() {
  const place = useSendingPost()?.place;
  return place ? <article ref={place} /> : <p>Nothing is sent.</p>;
}

async function shareAPost() {
  const { user } = await renderScreen(
    <>
      <ComposerHost />
      <Feed />
    </>,
  );
  act(() => openComposerWith([new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'cloth.jpg', { type: 'image/jpeg' })]));
  await user.type(await screen.findByLabelText('Alt text for image 1'), 'Cloth');
  await user.type(screen.getByLabelText('Title'), 'Adire{Enter}');
  return { user, row: within(await screen.findByRole('article')) };
}

const dialog = () => screen.queryByRole('dialog', { name: 'Share a photo' });

test('Share closes the dialog, and the feed shows the progress until the post is sent', async () => {
  const answer = server.keepWaiting(createPhoto);
  const { row } = await shareAPost();
  expect(dialog()).toBeNull();
  expect(row.getByRole('heading', { name: 'Adire' })).toBeDefined();
  expect(await row.findByText('Sending, 50%. You can go on.')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Sending, 50%. You can go on.');
  answer({ data: aPhoto(), receipt: null, message: 'Uploaded' });
  await screen.findByText('Nothing is sent.');
});

test('a second post waits, and Cancel opens the form with all its input', async () => {
  server.keepWaiting(createPhoto);
  const { user, row } = await shareAPost();
  await row.findByText(/^Sending/);
  act(() => openComposerWith([]));
  await expect.poll(shownToasts).toContain('Your last photo is still being sent. Share the next one when it is done.');
  expect(dialog()).toBeNull();
  await user.click(row.getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Adire');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Alt text for image 1').value).toBe('Cloth');
  await screen.findByText('Nothing is sent.');
});

test('a refused post can be sent again, or opened', async () => {
  server.refuse(createPhoto, { status: 422, errors: { title: ['The title is too long.'] } });
  const { user, row } = await shareAPost();
  await row.findByText('Not sent. Your draft is kept.');
  await user.click(row.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => server.bodiesOf(createPhoto)).toHaveLength(2);
  await user.click(await row.findByRole('button', { name: 'Open draft' }));
  expect(screen.getByText('The title is too long.')).toBeDefined();
  expect(screen.getByText(/^Failed to upload photo/)).toBeDefined();
});
