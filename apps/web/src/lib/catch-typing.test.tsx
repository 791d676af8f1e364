import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { catchTyping } from './catch-typing.ts';

afterEach(() => document.body.replaceChildren());

function addField(): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'search';
  document.body.append(field);
  return field;
}

test('a field whose code arrives late gets every letter that was typed before', async () => {
  catchTyping();
  await userEvent.keyboard('adi');
  const field = addField();
  field.focus();
  await expect.poll(() => field.value).toBe('adi');
  await userEvent.keyboard('re');
  expect(field.value).toBe('adire');
  expect(document.querySelector('textarea')).toBeNull();
});

test('Escape and a focus elsewhere drop what was typed', async () => {
  catchTyping();
  await userEvent.keyboard('adire{Escape}');
  expect(document.querySelector('textarea')).toBeNull();
  catchTyping();
  await userEvent.keyboard('adire');
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  expect(document.querySelector('textarea')).toBeNull();
});
