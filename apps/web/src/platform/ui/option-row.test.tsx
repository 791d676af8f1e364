import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { describedBy } from '~/testing/test-form.tsx';
import { SelectOption, SwitchOption } from './option-row.tsx';
import { Switch } from './switch.tsx';

const select = (error?: string) => (
  <SelectOption icon={Tag} label="Category" error={error} defaultValue="">
    <option value="">None</option>
    <option value="masks">Masks</option>
  </SelectOption>
);

test('a select option has a label and shows its error', () => {
  const { rerender } = render(select());
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBeNull();
  rerender(select('No such category.'));
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(screen.getByLabelText('Category'))).toBe('No such category.');
});

test('a select option has a hint, which an error replaces', () => {
  const row = (error?: string) => (
    <SelectOption icon={Tag} label="Category" hint="One is enough." error={error}>
      <option>Masks</option>
    </SelectOption>
  );
  const { rerender } = render(row());
  expect(describedBy(screen.getByLabelText('Category'))).toBe('One is enough.');
  rerender(row('No such category.'));
  expect(describedBy(screen.getByLabelText('Category'))).toBe('No such category.');
});

test('pressing the label or the hint toggles a switch', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  render(<SwitchOption icon={Tag} label="Show the camera" hint="From the files" on={false} disabled={false} onChange={onChange} />);
  const control = screen.getByRole('switch', { name: 'Show the camera' });
  expect(describedBy(control)).toBe('From the files');
  await userEvent.click(screen.getByText('Show the camera'));
  await userEvent.click(control);
  expect(onChange.mock.calls).toEqual([[true], [true]]);
});

test('a switch exposes its state, and a disabled one ignores presses', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  const { rerender } = render(<Switch on aria-label="Location" disabled={false} onChange={onChange} />);
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', true);
  rerender(<Switch on={false} aria-label="Location" disabled onChange={onChange} />);
  await userEvent.click(screen.getByRole('switch', { name: 'Location' }));
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', false);
  expect(onChange).not.toHaveBeenCalled();
});
