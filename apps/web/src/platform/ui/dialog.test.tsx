import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog, Dialog } from './dialog.tsx';

function OpenedByButton({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="Likes" onClose={close}>
          <input aria-label="Inside" />
        </Dialog>
      )}
    </>
  );
}

const opener = () => screen.getByRole('button', { name: 'Open' });

test('a dialog is named by its title and takes the focus', async () => {
  render(<OpenedByButton />);
  await userEvent.click(opener());
  const dialog = screen.getByRole('dialog', { name: 'Likes' });
  expect(dialog).toHaveProperty('open', true);
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test.each([
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press on the backdrop', () => Promise.resolve(fireEvent.mouseDown(screen.getByRole('dialog')))],
])('%s closes the dialog once and restores the focus', async (_way, leave) => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  await leave();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener());
});

test('a press inside and a cancelled file picker leave the dialog open', async () => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  const inside = screen.getByLabelText('Inside');
  await userEvent.click(inside);
  inside.dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toHaveProperty('open', true);
});

test('a dialog closed by the browser opens again if its owner asks a question first', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Likes" onClose={onClose}>
      Stays
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

test('a confirm dialog has a confirm and a cancel button', async () => {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="It is gone then." action="Delete" onConfirm={onConfirm} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a busy confirm dialog ignores a second answer', async () => {
  const onConfirm = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="?" action="Delete" busy="Deleting" onConfirm={onConfirm} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deleting' }));
  expect(onConfirm).not.toHaveBeenCalled();
});
