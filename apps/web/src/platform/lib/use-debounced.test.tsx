import * as limits from '@mbari/contract/platform/limits';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebounced } from './use-debounced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the value changes 300 milliseconds after the last input', () => {
  const { result, rerender } = renderHook(({ typed }) => useDebounced(typed, limits.searchDebounce), { initialProps: { typed: '' } });
  const pass = (time: number): void => act(() => void vi.advanceTimersByTime(time));
  rerender({ typed: 'a' });
  pass(299);
  rerender({ typed: 'am' });
  pass(299);
  expect(result.current).toBe('');
  pass(1);
  expect(result.current).toBe('am');
});
