import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, IconButton } from './button.tsx';

test('a button does not submit a form unless its type is submit', () => {
  render(<Button>Save</Button>);
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});

test('a busy button shows its state, ignores presses and keeps the focus', async () => {
  const onClick = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(
    <Button onClick={onClick} busy="Saving...">
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
});

test('a busy submit button submits nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy="Saving...">
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon button is named by its label', () => {
  render(<IconButton label="Close">×</IconButton>);
  expect(screen.getByRole('button', { name: 'Close' }).title).toBe('Close');
});
