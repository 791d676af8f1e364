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

test('a dialog is called by its title and takes the focus', async () => {
  render(<OpenedByButton />);
  await userEvent.click(opener());
  const dialog = screen.getByRole('dialog', { name: 'Likes' });
  expect(dialog).toHaveProperty('open', true);
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test.each([
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press beside it', () => Promise.resolve(fireEvent.mouseDown(screen.getByRole('dialog')))],
])('%s closes it once and gives the focus back', async (_way, leave) => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  await leave();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener());
});

test('a press inside it leaves it open, and so does a cancelled file picker', async () => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  const inside = screen.getByLabelText('Inside');
  await userEvent.click(inside);
  inside.dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toHaveProperty('open', true);
});

test('the owner may refuse: a dialog that the browser closed by itself opens again, and asks', () => {
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

test('a question has one way to do it and one way out', async () => {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="It is gone then." action="Delete" onConfirm={onConfirm} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a question that is being answered takes no second answer', async () => {
  const onConfirm = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="?" action="Delete" busy="Deleting" onConfirm={onConfirm} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deleting' }));
  expect(onConfirm).not.toHaveBeenCalled();
});
