import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ConfirmAction, FormDialog } from './form-dialog.tsx';

const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
const onClose = vi.fn<() => void>();

const dialog = (busy: string | false = false) => (
  <FormDialog title="Pin this topic" hint="It stays above." action="Pin" busy={busy} onSubmit={onSubmit} onClose={onClose}>
    <input aria-label="Until" />
  </FormDialog>
);

test('the footer button and Enter submit the form; Cancel and Escape close the dialog', async () => {
  onSubmit.mockClear();
  onClose.mockClear();
  render(dialog());
  expect(screen.getByRole('dialog', { name: 'Pin this topic' })).toBeDefined();
  expect(screen.getByText('It stays above.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Pin' }));
  await userEvent.type(screen.getByLabelText('Until'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a busy submit button shows its state, ignores presses and keeps the focus', async () => {
  onSubmit.mockClear();
  const { rerender } = render(dialog());
  screen.getByRole('button', { name: 'Pin' }).focus();
  rerender(dialog('Pinning...'));
  const button = screen.getByRole('button', { name: 'Pinning...' });
  await userEvent.click(button);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

test('a dialog to edit submits its form, and discards unsaved input only after confirmation', async () => {
  onSubmit.mockClear();
  onClose.mockClear();
  await renderScreen(
    <EditDialog title="Edit" busy={false} unsaved onSubmit={onSubmit} onClose={onClose}>
      <input aria-label="Title" />
    </EditDialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

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
