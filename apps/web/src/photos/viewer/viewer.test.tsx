import { listSavedPosts } from '@mbari/contract/photos/feed';
import type { Photo } from '@mbari/contract/photos/posts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SavedWall } from '~/photos/saved-wall.tsx';
import { chooseLessData } from '~/platform/lib/less-data.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { Slideshow } from './slideshow.tsx';
import { useSwipe } from './use-swipe.ts';
import { hasRoom, useShownImage, useWholeWindow } from './use-whole-window.tsx';
import { fitted, fullScale, movedBy, type Stage, zoomedAt } from './zoom-view.ts';

const photo = aPhoto({
  is_comparison: true,
  images: [anImage({ id: 'now', alt: 'A new bridge' }), anImage({ id: 'earlier', alt: 'A ferry', width: 600, height: 800 })],
});

function Viewer({ post = photo, isBlurred = false, onStep }: { post?: Photo; isBlurred?: boolean; onStep: (by: number) => void }) {
  const shown = useShownImage(post, isBlurred);
  const wholeWindow = useWholeWindow(post, shown);
  return (
    <PhotoViewer photo={post} {...{ shown, wholeWindow, onStep }} ref={null} sizes="100vw" scrim={null}>
      {null}
    </PhotoViewer>
  );
}

const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Compare before and after' });

test('a slider moves the border between both versions, without going to another post', async () => {
  const onStep = vi.fn<() => void>();
  await renderScreen(<Viewer onStep={onStep} />);
  const range = await slider();
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['A new bridge', 'A ferry']);
  expect(range.getAttribute('aria-valuetext')).toBe('50% before');
  fireEvent.change(range, { target: { value: '20' } });
  expect([range.getAttribute('aria-valuetext'), range.parentElement?.style.getPropertyValue('--before')]).toEqual(['20% before', '20%']);
  fireEvent.keyDown(range, { key: 'ArrowRight' });
  fireEvent.touchStart(range, { touches: [{ clientX: 0, clientY: 0 }] });
  fireEvent.touchEnd(range, { changedTouches: [{ clientX: 200, clientY: 0 }] });
  expect(onStep).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(onStep).toHaveBeenCalledWith(1);
});

test('a blurred post is not compared', async () => {
  await renderScreen(<Viewer isBlurred onStep={() => undefined} />);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('in data-saver mode the versions are two images, loaded one by one', async () => {
  chooseLessData(true);
  await renderScreen(<Viewer onStep={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Next image' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
  chooseLessData(false);
});

describe('slideshow', () => {
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
});

describe('use swipe', () => {
  function Photo({ onStep }: { onStep: (by: number) => void }) {
    return <div role="img" aria-label="Photo" {...useSwipe(onStep)} />;
  }

  function swipe(from: { x: number; y: number }, to: { x: number; y: number }): number[] {
    const onStep = vi.fn<(by: number) => void>();
    const { unmount } = render(<Photo onStep={onStep} />);
    const photo = screen.getByRole('img');
    fireEvent.touchStart(photo, { touches: [{ clientX: from.x, clientY: from.y }] });
    fireEvent.touchEnd(photo, { changedTouches: [{ clientX: to.x, clientY: to.y }] });
    unmount();
    return onStep.mock.calls.map(([by]) => by);
  }

  const [left, right] = [
    { x: 100, y: 100 },
    { x: 200, y: 110 },
  ];

  test('a swipe to the left shows the next image, and one to the right the previous', () => {
    expect(swipe(right, left)).toEqual([1]);
    expect(swipe(left, right)).toEqual([-1]);
  });

  test('swipe directions are reversed in right-to-left languages', () => {
    document.dir = 'rtl';
    onTestFinished(() => void (document.dir = ''));
    expect(swipe(right, left)).toEqual([-1]);
    expect(swipe(left, right)).toEqual([1]);
  });

  test('short swipes and scrolling do not change the image', () => {
    expect(swipe(left, { x: 120, y: 100 })).toEqual([]);
    expect(swipe(left, { x: 200, y: 200 })).toEqual([]);
  });
});

const stage: Stage = { photo: { width: 400, height: 300 }, window: { width: 400, height: 800 }, pixels: 1600 };

test('zooming keeps the point under the finger in place', () => {
  const near = zoomedAt(fitted, 4, { x: 100, y: 60 }, stage);
  expect(near.scale).toBe(4);
  expect(near.x).toBe(-300);
  expect(near.y).toBe(-180);
});

test('a photo smaller than the window stays in the middle', () => {
  expect(zoomedAt(fitted, 2, { x: 0, y: 140 }, stage).y).toBe(0);
});

test('a photo cannot be moved out of its window', () => {
  const near = zoomedAt(fitted, 4, { x: 0, y: 0 }, stage);
  expect(movedBy(near, 5_000, -5_000, stage)).toEqual({ scale: 4, x: 600, y: -200 });
});

test('zooming stops at the fitted size and at twice the full size', () => {
  expect(zoomedAt({ scale: 4, x: 600, y: 0 }, 0.01, { x: 0, y: 0 }, stage)).toEqual(fitted);
  expect(zoomedAt(fitted, 100, { x: 0, y: 0 }, stage).scale).toBe(8);
});

test('full size shows one image pixel per page pixel, but at least doubles the photo', () => {
  expect(fullScale(stage)).toBe(4);
  expect(fullScale({ ...stage, pixels: 200 })).toBe(2);
});

const viewer = { width: 996, height: 836 };

test.each([
  ['a landscape photo has room below', { width: 3000, height: 2000 }, true],
  ['a portrait photo has room at its sides', { width: 2000, height: 3000 }, true],
  ['a photo in the shape of the viewer has no room', { width: 1990, height: 1670 }, false],
  ['a small photo has room all round', { width: 300, height: 250 }, true],
])('%s', (_, image, room) => {
  expect(hasRoom(viewer, image)).toBe(room);
});
