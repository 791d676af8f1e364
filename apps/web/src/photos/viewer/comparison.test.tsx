import type { Photo } from '@mbari/contract/photos/posts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chooseLessData } from '~/platform/lib/less-data.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { useShownImage, useWholeWindow } from './use-whole-window.tsx';

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
