import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { WallSkeleton } from './wall-states.tsx';

const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
beforeEach(() => void width.mockReset());

test.each([
  { wide: 360, gap: '6px' },
  { wide: 768, gap: '14px' },
])('placeholder rows of a $wide px wall have the gaps of photo rows', ({ wide, gap }) => {
  width.mockReturnValue(wide);
  const { container } = render(<WallSkeleton />);
  const rows = [...container.querySelectorAll<HTMLElement>('.wall-row')];
  expect(rows).toHaveLength(3);
  expect(rows.map(({ style }) => style.marginBlockEnd)).toEqual([gap, gap, gap]);
});
