import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useId } from 'react';
import { expect, test, vi } from 'vitest';
import { DiscardDialog } from './discard-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SaveFooter } from './save-footer.tsx';

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

function Edited({ busy }: { busy: boolean }) {
  const id = useId();
  return (
    <>
      <form id={id} onSubmit={onSubmit} />
      <SaveFooter form={id} busy={busy} onCancel={onClose} />
    </>
  );
}

test('the save footer submits its form, and ignores presses during a submission', async () => {
  onSubmit.mockClear();
  const { rerender } = render(<Edited busy={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  rerender(<Edited busy />);
  await userEvent.click(screen.getByRole('button', { name: 'Saving...' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('changes are discarded only after confirmation', async () => {
  const [stay, leave] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const question = (asked: boolean) => <DiscardDialog {...{ asked, stay, leave }} />;
  const { rerender } = render(question(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(question(true));
  await userEvent.keyboard('{Escape}');
  expect([stay.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(leave).toHaveBeenCalledTimes(1);
});
