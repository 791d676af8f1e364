import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anImage } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { LightPicture, LoadButton } from './light-picture.tsx';

test('a photo loads only after a press on its button, which shows the size', async () => {
  const image = anImage({ id: 'waits' });
  const { user } = await renderScreen(
    <>
      <a href="#post">
        <LightPicture image={image} alt="Adire" />
      </a>
      <LoadButton image={image} sizes="390px" title="Adire" />
    </>,
  );
  expect(document.querySelector('img')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Tap to load.*60 kB.*Adire$/ }));
  expect(document.querySelector('source')?.srcset).toBe('/media/image-1/640.webp');
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('the button shows no size if it is unknown', async () => {
  await renderScreen(<LoadButton image={anImage({ id: 'unknown', bytes: [] })} sizes="390px" title="Adire" />);
  expect(screen.getByRole('button').textContent).toBe('Tap to loadAdire');
});

test('a loaded photo is not loaded again when its AVIF becomes available', async () => {
  const image = anImage({ id: 'again' });
  const later = { ...image, srcset: { ...image.srcset, avif: '/media/image-1/640.avif 640w' } };
  const { user } = await renderScreen(
    <>
      <LightPicture image={image} alt="Adire" />
      <LoadButton image={image} sizes="390px" title="Adire" />
      <LightPicture image={later} alt="The same, read anew" />
    </>,
  );
  await user.click(screen.getByRole('button', { name: /^Tap to load/ }));
  expect([...document.querySelectorAll('source')].map(({ type }) => type)).toEqual(['image/webp', 'image/webp']);
});
