import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anImage } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { lightImage, lightIndexFor } from './light-image.ts';
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

const image = anImage({
  srcset: {
    avif: '/m/320.webp 320w, /m/640.avif 640w, /m/1280.avif 1280w',
    webp: '/m/320.webp?exp=1 320w, /m/640.webp?exp=1 640w, /m/1280.webp?exp=1 1280w',
    jpeg: '/m/320.jpeg 320w, /m/640.jpeg 640w, /m/1280.jpeg 1280w',
  },
  bytes: [9_000, 61_000, 0],
});

test.each([
  ['320px', 0],
  ['321px', 1],
  ['(min-resolution: 2.5dppx) 100px, 150px', 0],
  ['(min-width: 560px) 400px, (min-resolution: 2.5dppx) 100px, 330px', 1],
  ['99999px', 2],
])('a box of %s uses the narrowest width that fills it', (sizes, index) => {
  expect(lightIndexFor(image, sizes)).toBe(index);
});

test('an image as wide as the window uses the window’s width', () => {
  vi.stubGlobal('innerWidth', 390);
  expect(lightIndexFor(image, '(min-resolution: 2.5dppx) 67vw, 100vw')).toBe(1);
  vi.unstubAllGlobals();
});

test('one width lists every available format and the size of its WebP', () => {
  expect(lightImage(image, 1)).toEqual({ index: 1, avif: '/m/640.avif', webp: '/m/640.webp?exp=1', jpeg: '/m/640.jpeg', bytes: 61_000 });
  expect(lightImage({ srcset: { webp: '/m/320.webp 320w', jpeg: '/m/320.jpeg' }, bytes: [] }, 0)).toMatchObject({
    avif: undefined,
    bytes: 0,
  });
});
