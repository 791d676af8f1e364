import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { describedBy } from '~/testing/described-by.ts';
import { PasswordField, SelectField, TextArea, TextField } from './field.tsx';

type Texts = { hint?: string; error?: string | readonly string[] };

const kinds: [kind: string, field: (texts: Texts) => ReactElement][] = [
  ['a text field', (texts) => <TextField label="Name" {...texts} />],
  ['a text area', (texts) => <TextArea label="Name" {...texts} />],
  ['a select', (texts) => <SelectField label="Name" {...texts} />],
  ['a password', (texts) => <PasswordField label="Name" {...texts} />],
];

const field = () => screen.getByLabelText('Name');

test.each(kinds)('%s that is right is not called wrong', (_kind, draw) => {
  render(draw({ error: [] }));
  expect(field().getAttribute('aria-invalid')).toBeNull();
  expect(field().getAttribute('aria-describedby')).toBeNull();
});

test.each(kinds)('%s says its errors before its hint', (_kind, draw) => {
  render(draw({ hint: 'As on your passport', error: ['It is required.', 'It is too long.'] }));
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(field())).toBe('It is required.It is too long. As on your passport');
});

test('an error that comes later is announced', () => {
  const { rerender } = render(<TextField label="Name" />);
  rerender(<TextField label="Name" error="It is required." />);
  expect(screen.getByText('It is required.').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('two fields of one label are described each by its own error', () => {
  render(
    <>
      <TextField label="First" error="First is wrong" />
      <TextField label="Second" error="Second is wrong" />
    </>,
  );
  expect(describedBy(screen.getByLabelText('First'))).toBe('First is wrong');
  expect(describedBy(screen.getByLabelText('Second'))).toBe('Second is wrong');
});

test('a password is shown and hidden again, and what was typed stays', async () => {
  render(<PasswordField label="Name" />);
  await userEvent.type(field(), 'four hens');
  const toggle = screen.getByRole('button', { name: 'Show password' });
  expect(toggle.getAttribute('aria-controls')).toBe(field().id);
  await userEvent.click(toggle);
  expect(field()).toMatchObject({ type: 'text', value: 'four hens' });
  await userEvent.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
  expect(field()).toMatchObject({ type: 'password', value: 'four hens' });
});
