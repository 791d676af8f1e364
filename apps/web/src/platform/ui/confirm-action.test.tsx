import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ConfirmAction } from './confirm-action.tsx';

const draw = async (act: () => Promise<unknown>) => {
  const onClose = vi.fn();
  const { user } = await renderScreen(
    <ConfirmAction
      title="Delete?"
      question="It is gone then."
      action="Delete"
      busy="Deleting..."
      failed="Not deleted."
      {...{ act, onClose }}
    />,
  );
  return { user, onClose };
};

test('a confirmed action runs once despite repeated presses, and closes the dialog after success', async () => {
  let finish = () => {};
  const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user, onClose } = await draw(act);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Deleting...' }));
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(act).toHaveBeenCalledOnce();
});

test('a failed action shows an error and leaves the dialog open', async () => {
  const { user, onClose } = await draw(() => Promise.reject(new Error('offline')));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await expect.poll(shownToasts).toEqual(['Not deleted.']);
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
