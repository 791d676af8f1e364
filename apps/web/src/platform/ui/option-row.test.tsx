import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { describedBy } from '~/testing/described-by.ts';
import { SelectOption, SwitchOption } from './option-row.tsx';
import { Switch } from './switch.tsx';

const select = (error?: string) => (
  <SelectOption icon={Tag} label="Category" error={error} defaultValue="">
    <option value="">None</option>
    <option value="masks">Masks</option>
  </SelectOption>
);

test('a choice has its label, and says what is wrong with it', () => {
  const { rerender } = render(select());
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBeNull();
  rerender(select('No such category.'));
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(screen.getByLabelText('Category'))).toBe('No such category.');
});

test('a switch has its label and says what it does, pressed on either', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  render(<SwitchOption icon={Tag} label="Show the camera" hint="From the files" on={false} disabled={false} onChange={onChange} />);
  const control = screen.getByRole('switch', { name: 'Show the camera' });
  expect(describedBy(control)).toBe('From the files');
  await userEvent.click(screen.getByText('Show the camera'));
  await userEvent.click(control);
  expect(onChange.mock.calls).toEqual([[true], [true]]);
});

test('a switch says whether it is on, and one that is disabled does nothing', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  const { rerender } = render(<Switch on aria-label="Location" disabled={false} onChange={onChange} />);
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', true);
  rerender(<Switch on={false} aria-label="Location" disabled onChange={onChange} />);
  await userEvent.click(screen.getByRole('switch', { name: 'Location' }));
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', false);
  expect(onChange).not.toHaveBeenCalled();
});
