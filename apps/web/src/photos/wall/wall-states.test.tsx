import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NoConnection, WallSkeleton } from './wall-states.tsx';

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

test('the offline page offers a retry and the cached feed', async () => {
  history.replaceState(null, '', '/settings');
  const onRetry = vi.fn<() => void>();
  const { user, unmount } = await renderScreen(<NoConnection onRetry={onRetry} />);
  expect(screen.getByRole('heading', { level: 2 })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/feed');
  unmount();
  history.replaceState(null, '', '/feed');
  await renderScreen(<NoConnection onRetry={onRetry} />);
  expect(screen.queryByRole('link')).toBeNull();
  history.replaceState(null, '', '/');
});
