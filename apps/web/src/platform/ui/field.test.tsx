import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { describedBy } from '~/testing/test-form.tsx';
import { PasswordField, SelectField, TextArea, TextField } from './field.tsx';

type Texts = { hint?: string; error?: string | readonly string[] };

const kinds: [kind: string, field: (texts: Texts) => ReactElement][] = [
  ['a text field', (texts) => <TextField label="Name" {...texts} />],
  ['a text area', (texts) => <TextArea label="Name" {...texts} />],
  ['a select', (texts) => <SelectField label="Name" {...texts} />],
  ['a password', (texts) => <PasswordField label="Name" {...texts} />],
];

const field = () => screen.getByLabelText('Name');

test.each(kinds)('%s without an error is not marked as invalid', (_kind, draw) => {
  render(draw({ error: [] }));
  expect(field().getAttribute('aria-invalid')).toBeNull();
  expect(field().getAttribute('aria-describedby')).toBeNull();
});

test.each(kinds)('%s is described by its errors before its hint', (_kind, draw) => {
  render(draw({ hint: 'As on your passport', error: ['It is required.', 'It is too long.'] }));
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(field())).toBe('It is required.It is too long. As on your passport');
});

test('a later error is announced', () => {
  const { rerender } = render(<TextField label="Name" />);
  rerender(<TextField label="Name" error="It is required." />);
  expect(screen.getByText('It is required.').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('two fields with the same label have their own errors as descriptions', () => {
  render(
    <>
      <TextField label="First" error="First is wrong" />
      <TextField label="Second" error="Second is wrong" />
    </>,
  );
  expect(describedBy(screen.getByLabelText('First'))).toBe('First is wrong');
  expect(describedBy(screen.getByLabelText('Second'))).toBe('Second is wrong');
});

test('showing and hiding a password keeps the typed text', async () => {
  render(<PasswordField label="Name" />);
  await userEvent.type(field(), 'four hens');
  const toggle = screen.getByRole('button', { name: 'Show password' });
  expect(toggle.getAttribute('aria-controls')).toBe(field().id);
  await userEvent.click(toggle);
  expect(field()).toMatchObject({ type: 'text', value: 'four hens' });
  await userEvent.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
  expect(field()).toMatchObject({ type: 'password', value: 'four hens' });
});
