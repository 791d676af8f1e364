import { readPhoto } from '@mbari/contract/photos/posts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { SaveButton } from './save-button.tsx';

function Page() {
  const { data: photo } = useQuery(photoById('photo-1'));
  return photo && <SaveButton photo={photo} />;
}

test('a rejected save is reverted, with a message', async () => {
  const server = fakeServer();
  server.answer(readPhoto, { data: aPhoto() });
  const { user } = await renderScreen(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Save', pressed: false }));
  await expect.poll(shownToasts).toEqual(['This could not be saved. Please try again.']);
  expect(await screen.findByRole('button', { name: 'Save', pressed: false })).toBeTruthy();
});
