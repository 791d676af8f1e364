import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyOrLater } from './lazy-or-later.tsx';

test('a part whose code did not come stands there once the line is back, and the page without it until then', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const Comments = lazyOrLater(load);
  render(
    <Suspense>
      <p>A photo</p>
      <Comments />
    </Suspense>,
  );
  await expect.poll(() => load.mock.calls.length).toBe(1);
  expect(await screen.findByText('A photo')).toBeTruthy();
  act(() => void dispatchEvent(new Event('online')));
  await expect.poll(() => load.mock.calls.length).toBe(2);
  expect(screen.queryByText('Comments')).toBeNull();
  load.mockResolvedValue(() => 'Comments');
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Comments', { exact: false })).toBeTruthy();
});
