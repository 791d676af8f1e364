import { register } from '@mbari/contract/identity/auth';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentSession } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { RegisterForm } from './register-form.tsx';

const input = {
  'Name': 'Nkem Okonkwo',
  'Username': 'nkem',
  'Email': 'nkem@example.org',
  'Phone': '803 000 0000',
  'Password': 'four hens in the yard',
  'Confirm password': 'four hens in the yard',
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

async function fillIn() {
  const { user, router } = await renderScreen(<RegisterForm />);
  for (const [label, text] of Object.entries(input)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  return { user, router, submit: () => user.click(screen.getByRole('button', { name: /Creat(?:e|ing) your account|Create account/ })) };
}

test('the form sends the input with the country code and signs the new member in', async () => {
  server.answer(register, { message: 'Welcome', token: 'a-token', user: aMember({ has_onboarding: false }) });
  const { user, submit } = await fillIn();
  await user.clear(screen.getByRole('combobox'));
  await user.type(screen.getByRole('combobox'), 'gha{Enter}');
  expect(server.bodiesOf(register)).toHaveLength(0);
  await submit();
  await expect.poll(() => currentSession().status).toBe('member');
  expect(server.bodiesOf(register)).toEqual([
    {
      locale: 'en',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      name: 'Nkem Okonkwo',
      username: 'nkem',
      email: 'nkem@example.org',
      country_code: '+233',
      phone: '803 000 0000',
      password: 'four hens in the yard',
      password_confirmation: 'four hens in the yard',
    },
  ]);
  await expect.poll(shownToasts).toEqual([sentences.registered]);
});

test('each error is shown under its field, the first gets the focus, and the input stays', async () => {
  const errors = {
    username: ['The username is taken.'],
    country_code: ['The country code is unknown.'],
    phone: ['The phone is too short.'],
    password: ['The password is required.'],
    password_confirmation: [sentences.passwordsDiffer],
  };
  server.refuse(register, { status: 422, code: 'validation', message: 'The given data was invalid.', errors });
  const { submit } = await fillIn();
  await submit();
  await screen.findByText('The username is taken.');
  expect(describedBy(screen.getByLabelText('Username'))).toBe('The username is taken.');
  expect(describedBy(screen.getByRole('combobox'))).toBe('The country code is unknown.');
  expect(describedBy(screen.getByLabelText('Phone'))).toBe('The phone is too short.');
  expect(describedBy(screen.getByLabelText('Password'))).toContain('The password is required.');
  expect(describedBy(screen.getByLabelText('Confirm password'))).toBe(sentences.passwordsDiffer);
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Nkem Okonkwo');
  expect(shownToasts()).toEqual([]);
});

test('a double click registers once', async () => {
  const answer = server.keepWaiting(register);
  const { submit } = await fillIn();
  await submit();
  await submit();
  expect(server.bodiesOf(register)).toHaveLength(1);
  answer({ message: 'Welcome', token: 'a-token', user: aMember({ has_onboarding: false }) });
  await expect.poll(() => currentSession().status).toBe('member');
});

test.each([
  [429, 'Too many requests. Try again in 5 minutes.', 'Too many requests. Try again in 5 minutes.'],
  [500, 'Server error', sentences.registrationFailed],
])('a refusal with status %i that names no field is shown as a toast', async (status, message, toast) => {
  server.refuse(register, { status, message });
  const { submit } = await fillIn();
  await submit();
  await expect.poll(shownToasts).toEqual([toast]);
});

test('a network error is shown as a toast', async () => {
  const { submit } = await fillIn();
  await submit();
  await expect.poll(shownToasts).toEqual([sentences.registrationUnexpected]);
});

test('the password’s strength is updated while typing and considers name and address', async () => {
  const { user } = await fillIn();
  const password = screen.getByLabelText('Password');
  for (const [input, expectedText] of [
    ['sunshine1', 'Too common: easy to guess'],
    ['okonkwo7', 'Too close to your name or address: easy to guess'],
    ['zzzzzzzzz', 'Easy to guess. Another word makes it stronger'],
    ['a courtyard at dusk', 'Strong'],
  ] as const) {
    await user.clear(password);
    await user.click(password);
    await user.paste(input);
    expect((await screen.findByText(expectedText)).closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  }
});
