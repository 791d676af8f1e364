import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PullToRefresh } from './pull-to-refresh.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Drags down. The indicator moves half as far. */
const pull = (distance: number): void => {
  fireEvent.touchStart(document.body, { touches: [{ clientX: 50, clientY: 10 }] });
  fireEvent.touchMove(document.body, { touches: [{ clientX: 50, clientY: 10 + distance * 2 }] });
};
const release = () => act(() => Promise.resolve(fireEvent.touchEnd(document.body, { touches: [] })));

function renderPull(tab: 'latest' | 'trending') {
  const onRefresh = vi.fn(() => Promise.resolve(true));
  const { container } = render(<PullToRefresh tab={tab} onRefresh={onRefresh} />);
  return { onRefresh, mark: container.querySelector<HTMLElement>('.pull')! };
}

test('the feed can be pulled 120 pixels at most', () => {
  const { mark } = renderPull('latest');
  pull(119);
  expect(mark.style.getPropertyValue('--pulled')).toBe('119px');
  pull(500);
  expect(mark.style.getPropertyValue('--pulled')).toBe('120px');
});

test('only releasing beyond 72 pixels refreshes the feed', async () => {
  const { onRefresh } = renderPull('latest');
  pull(72);
  await release();
  expect(onRefresh).not.toHaveBeenCalled();
  pull(73);
  await release();
  expect(onRefresh).toHaveBeenCalledOnce();
});

test('the trending posts are refreshed 800 milliseconds after the release', async () => {
  const { onRefresh } = renderPull('trending');
  pull(100);
  await release();
  await act(() => vi.advanceTimersByTimeAsync(799));
  expect(onRefresh).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(onRefresh).toHaveBeenCalledOnce();
});
