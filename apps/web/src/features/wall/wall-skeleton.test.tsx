import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { WallSkeleton } from './wall-skeleton.tsx';

const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
beforeEach(() => void width.mockReset());

test.each([
  { wide: 360, apart: '6px' },
  { wide: 768, apart: '14px' },
])('rows of a wall of $wide px are as far apart as those with photos', ({ wide, apart }) => {
  width.mockReturnValue(wide);
  const { container } = render(<WallSkeleton />);
  const rows = [...container.querySelectorAll<HTMLElement>('.wall-row')];
  expect(rows).toHaveLength(3);
  expect(rows.map(({ style }) => style.marginBlockEnd)).toEqual([apart, apart, apart]);
});
