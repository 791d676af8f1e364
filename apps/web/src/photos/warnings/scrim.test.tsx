import { readPhoto } from '@mbari/contract/photos/posts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { aPhoto, anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { Scrim } from './scrim.tsx';

const warning = { reason: 'death', by: 'author', is_blurred: true, decision_id: null } as const;
const blurred = aPhoto({ warning, images: [anImage({ alt: '' })] });
const sharp = aPhoto({ warning: { ...warning, is_blurred: false }, images: [anImage({ alt: 'A bier' })] });

function Covered({ isPage = false, id = 'photo-1' }: { isPage?: boolean; id?: string }) {
  const [images, setImages] = useState<typeof sharp.images>();
  return (
    <article>
      <a href="/post/photo-1" className="wall-frame">
        Photo
      </a>
      <Scrim photo={{ ...blurred, id }} sharp={images?.[0]} onShow={setImages} isPage={isPage} />
    </article>
  );
}

test('Show loads the sharp photo, focuses it and reads its description out', async () => {
  fakeServer().answer(readPhoto, { data: sharp });
  const { user } = await renderScreen(<Covered />);
  const show = screen.getByRole('button', { name: 'Show', description: /Death.*The author marked this photo/ });
  await user.click(show);
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Photo shown. A bier');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Photo' }));
});

test('a photo shown on a wall stays shown when its row is rendered again', async () => {
  fakeServer().answer(readPhoto, { data: sharp });
  const first = await renderScreen(<Covered id="photo-2" />);
  await first.user.click(screen.getByRole('button', { name: 'Show' }));
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Photo shown. A bier');
  first.unmount();
  await renderScreen(<Covered id="photo-2" />);
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('if the photo cannot be loaded, it stays covered', async () => {
  fakeServer().refuse(readPhoto, { status: 500 });
  const { user } = await renderScreen(<Covered id="photo-3" isPage />);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await expect.poll(shownToasts).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Show' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Always show in settings' })).toBeTruthy();
});
