import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FetchFailed } from './fetch-failed.tsx';
import { LoadFailed } from './load-failed.tsx';

test('a part that failed to load shows an error and retries on a press, unless a retry runs', async () => {
  const onRetry = vi.fn<() => void>();
  const failed = (busy: boolean) => <FetchFailed message="The members could not be loaded." busy={busy} onRetry={onRetry} />;
  const { rerender } = render(failed(false));
  expect(screen.getByRole('alert').textContent).toContain('The members could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  rerender(failed(true));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a page that failed to load shows a titled error and retries on a press, unless a retry runs', async () => {
  const onRetry = vi.fn<() => void>();
  const failed = (busy: boolean) => (
    <LoadFailed level="h1" title="The post could not be loaded." busy={busy} onRetry={onRetry}>
      The rest of the community is still there.
    </LoadFailed>
  );
  const { rerender } = render(failed(false));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The post could not be loaded.');
  expect(screen.getByText('The rest of the community is still there.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  rerender(failed(true));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
