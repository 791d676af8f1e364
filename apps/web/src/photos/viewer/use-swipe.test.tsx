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
