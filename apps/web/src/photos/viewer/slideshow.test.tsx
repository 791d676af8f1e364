import { listSavedPosts } from '@mbari/contract/photos/feed';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SavedWall } from '~/photos/saved-wall.tsx';
import { aPhoto, anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Slideshow } from './slideshow.tsx';

const photos = ['Dust', 'Noon', 'Rain'].map((title, n) =>
  aPhoto({ id: `photo-${n}`, title, images: [anImage({ id: `image-${n}`, alt: title })] }),
);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

async function openSlideshow(start = 0) {
  const onClose = vi.fn();
  await renderScreen(<Slideshow photos={photos} title="Harmattan" start={start} onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Slideshow: Harmattan' });
  return onClose;
}

const shown = () => document.querySelector('.slideshow-title')?.textContent;
const loaded = () => fireEvent.load(document.querySelector('.zoom-photo img')!);
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key });

test('each photo stays for eight seconds after it has loaded, and the last one stops the show', async () => {
  await openSlideshow(1);
  wait(20_000);
  expect(shown()).toBe('Noon');
  loaded();
  wait(7_900);
  expect(shown()).toBe('Noon');
  wait(200);
  expect(shown()).toBe('Rain');
  loaded();
  wait(8_100);
  expect([shown(), screen.queryByRole('button', { name: 'Play' }) !== null]).toEqual(['Rain', true]);
});

test('an arrow key shows the next photo and pauses, and Space goes on', async () => {
  await openSlideshow();
  loaded();
  press('ArrowRight');
  loaded();
  wait(20_000);
  expect(shown()).toBe('Noon');
  press(' ');
  wait(8_100);
  expect(shown()).toBe('Rain');
  press('ArrowLeft');
  expect([shown(), screen.queryByRole('button', { name: 'Play' }) !== null]).toEqual(['Noon', true]);
});

test('closing by the button or Escape calls back', async () => {
  const onClose = await openSlideshow();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a list plays from its first photo, loads its next page near the end, and never shows a blurred photo sharp', async () => {
  const warning = { reason: 'injury', by: 'author', is_blurred: true, decision_id: null } as const;
  const blurred = aPhoto({ id: 'photo-9', title: 'Fall', warning, images: [anImage({ id: 'image-9', image_path: '/media/blurred' })] });
  const server = fakeServer();
  const page = (data: typeof photos, next_cursor: string | null) => ({ data, meta: { next_cursor, per_page: 20 } }) as never;
  server.answer(listSavedPosts, page(photos, 'second'));
  await renderScreen(<SavedWall />);
  const start = await screen.findByRole('button', { name: 'Slideshow' });
  server.answer(listSavedPosts, page([blurred], null));
  fireEvent.click(start);
  await screen.findByRole('dialog', { name: 'Slideshow: Saved' });
  await screen.findByText('1 of 4');
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowRight');
  expect(shown()).toBe('FallBlood or injury');
  expect(document.querySelector('.zoom-photo img')?.getAttribute('src')).toBe('/media/blurred');
});
