import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

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

test('a swipe to the left leads to the next image, one to the right to the one before', () => {
  expect(swipe(right, left)).toEqual([1]);
  expect(swipe(left, right)).toEqual([-1]);
});

test('where one reads from right to left, it is the other way round', () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = ''));
  expect(swipe(right, left)).toEqual([-1]);
  expect(swipe(left, right)).toEqual([1]);
});

test('a short swipe and one that scrolls lead nowhere', () => {
  expect(swipe(left, { x: 120, y: 100 })).toEqual([]);
  expect(swipe(left, { x: 200, y: 200 })).toEqual([]);
});
