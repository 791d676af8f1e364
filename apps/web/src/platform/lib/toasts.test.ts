import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToast, currentToasts, dismissToast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const listToasts = () => currentToasts().map(({ content, leaving }) => (leaving ? ['leaving', content] : content));

test('only the newest twenty toasts are kept', () => {
  for (let n = 1; n <= 25; n += 1) addToast('blank', `${n}`);
  expect(listToasts()).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 6}`));
});

test('a toast with the same id replaces the previous one', () => {
  addToast('loading', 'Uploading', { id: 'upload' });
  addToast('error', 'Another');
  addToast('success', 'Uploaded', { id: 'upload' });
  expect(listToasts()).toEqual(['Uploaded', 'Another']);
  expect(currentToasts()[0]?.kind).toBe('success');
});

test('a dismissed toast fades and disappears, unless it is shown again in the meantime', () => {
  for (const id of ['one', 'two']) addToast('blank', id, { id });
  for (const id of ['one', 'two', 'two', 'three']) dismissToast(id);
  expect(listToasts()).toEqual([
    ['leaving', 'one'],
    ['leaving', 'two'],
  ]);
  addToast('blank', 'one again', { id: 'one' });
  vi.advanceTimersByTime(200);
  expect(listToasts()).toEqual(['one again']);
});
