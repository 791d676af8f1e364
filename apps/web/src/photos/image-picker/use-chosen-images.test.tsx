import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useChosenImages } from './use-chosen-images.ts';

const file = (name: string) => new File([Uint8Array.of(0xff, 0xd8, 0xff), 'x'.repeat(2048)], name, { type: 'image/jpeg' });

test('changing a stale list keeps the preparation of images and restores no removed image', async () => {
  const { result } = renderHook(() => useChosenImages({ stored: [], fullSize: false, onRefused: () => undefined }));
  act(() => result.current.add([file('one.jpg'), file('two.jpg')]));
  const images = result.current.images;
  expect(images.map(({ state }) => state)).toEqual(['preparing', 'preparing']);
  await act(() => result.current.whenPrepared());
  // `images` is stale, as in a page that has not rendered again yet.
  act(() => result.current.change(images.map((image, index) => ({ ...image, alt: `Number ${index}` }))));
  expect(result.current.images.map(({ state, alt }) => [state, alt])).toEqual([
    ['ready', 'Number 0'],
    ['ready', 'Number 1'],
  ]);
  act(() => result.current.change(images.slice(1)));
  act(() => result.current.change(images));
  expect(result.current.images).toHaveLength(1);
});
