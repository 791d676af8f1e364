import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToast, currentToasts, dismissToast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const said = () => currentToasts().map(({ content, leaving }) => (leaving ? ['leaving', content] : content));

test('there are twenty at most: the newest', () => {
  for (let n = 1; n <= 25; n += 1) addToast('blank', `${n}`);
  expect(said()).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 6}`));
});

test('a toast with the same id replaces the one before', () => {
  addToast('loading', 'Uploading', { id: 'upload' });
  addToast('error', 'Another');
  addToast('success', 'Uploaded', { id: 'upload' });
  expect(said()).toEqual(['Uploaded', 'Another']);
  expect(currentToasts()[0]?.kind).toBe('success');
});

test('one that is dismissed fades and is gone, unless it is said again meanwhile', () => {
  for (const id of ['one', 'two']) addToast('blank', id, { id });
  for (const id of ['one', 'two', 'two', 'three']) dismissToast(id);
  expect(said()).toEqual([
    ['leaving', 'one'],
    ['leaving', 'two'],
  ]);
  addToast('blank', 'one again', { id: 'one' });
  vi.advanceTimersByTime(200);
  expect(said()).toEqual(['one again']);
});
