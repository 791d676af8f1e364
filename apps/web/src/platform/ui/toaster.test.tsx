import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToast, currentToasts, toastLasts } from '~/platform/lib/toasts.ts';
import { Toaster } from './toaster.tsx';

beforeEach(async () => {
  // Waits until toasts of earlier tests have faded in real time.
  await expect.poll(currentToasts).toEqual([]);
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => void vi.useRealTimers());

const say = (...toast: Parameters<typeof addToast>): void => act(() => addToast(...toast));
const pass = (time: number): void => act(() => void vi.advanceTimersByTime(time));
const isShown = (text: string) => screen.queryByText(text) !== null;
const fades = 1_000;

test('a toast is announced and disappears after its time', () => {
  say('success', 'Saved');
  expect(screen.getByRole('status').textContent).toBe('Saved');
  pass(toastLasts.success - 1);
  expect(isShown('Saved')).toBe(true);
  pass(fades);
  expect(isShown('Saved')).toBe(false);
});

test.each([
  ['blank', 4_000],
  ['error', 4_000],
  ['success', 2_000],
] as const)('a toast of the kind %s stays for %i milliseconds', (kind, lasts) => {
  say(kind, 'A message');
  pass(lasts - 1);
  expect(currentToasts()).toMatchObject([{ leaving: false }]);
  pass(1);
  expect(currentToasts()).toMatchObject([{ leaving: true }]);
  pass(fades);
});

test('a loading toast stays', () => {
  say('loading', 'Uploading');
  pass(60_000);
  expect(isShown('Uploading')).toBe(true);
});

test("a toast's time pauses under the pointer", () => {
  say('error', 'It failed');
  pass(toastLasts.error - 100);
  const toast = screen.getByText('It failed');
  fireEvent.pointerEnter(toast.closest('.toast')!, { pointerType: 'mouse' });
  pass(60_000);
  expect(isShown('It failed')).toBe(true);
  fireEvent.pointerLeave(toast.closest('.toast')!);
  pass(50);
  expect(isShown('It failed')).toBe(true);
  pass(fades);
  expect(isShown('It failed')).toBe(false);
});

test('a toast repeated with the same id restarts its time', () => {
  say('success', 'Saved once', { id: 'save' });
  pass(toastLasts.success - 100);
  say('success', 'Saved twice', { id: 'save' });
  pass(toastLasts.success - 100);
  expect(isShown('Saved once')).toBe(false);
  expect(isShown('Saved twice')).toBe(true);
});
