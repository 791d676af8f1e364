import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { catchTyping, dropTyping } from './keyboard.ts';

afterEach(() => document.body.replaceChildren());

function addField(): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'search';
  document.body.append(field);
  return field;
}

test('a field that loads late gets every letter typed before it loaded', async () => {
  catchTyping('Search');
  await userEvent.keyboard('adi');
  const field = addField();
  field.focus();
  await expect.poll(() => field.value).toBe('adi');
  await userEvent.keyboard('re');
  expect(field.value).toBe('adire');
  expect(document.querySelector('textarea')).toBeNull();
});

test('Escape and moving the focus elsewhere discard the typed text', async () => {
  catchTyping('Search');
  await userEvent.keyboard('adire{Escape}');
  expect(document.querySelector('textarea')).toBeNull();
  catchTyping('Search');
  await userEvent.keyboard('adire');
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  expect(document.querySelector('textarea')).toBeNull();
});

test('Escape and a field that fails to load restore the focus', async () => {
  const button = document.createElement('button');
  document.body.append(button);
  for (const drop of [() => userEvent.keyboard('{Escape}'), () => Promise.resolve(dropTyping())]) {
    button.focus();
    catchTyping('Search');
    expect(document.activeElement?.ariaLabel).toBe('Search');
    await userEvent.keyboard('adire');
    await drop();
    expect(document.activeElement).toBe(button);
    expect(document.querySelector('textarea')).toBeNull();
  }
});

test('discarding typed text without a hidden field does not move the focus', () => {
  const field = addField();
  field.focus();
  dropTyping();
  expect(document.activeElement).toBe(field);
});
