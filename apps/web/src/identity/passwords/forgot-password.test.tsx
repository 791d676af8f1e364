import { forgotPassword } from '@mbari/contract/identity/passwords';
import * as sentences from '@mbari/contract/platform/sentences';
import { readSite } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ForgotPassword } from './forgot-password.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.refuse(readSite, { status: 503 });
});

async function ask() {
  const { user } = await renderScreen(<ForgotPassword />);
  await user.type(screen.getByLabelText('Email'), ' nkem@example.org ');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  return user;
}

test('the address is sent once, and the page shows where the link went', async () => {
  server.answer(forgotPassword, { message: sentences.resetMailed });
  const user = await ask();
  await screen.findByRole('heading', { name: 'Check Your Email' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check Your Email' }));
  expect(screen.getByText('nkem@example.org')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(sentences.resetMailed);
  expect(server.bodiesOf(forgotPassword)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('Email')).toBeTruthy();
});

test('the page confirms the mail in its own language, not in the server’s words', async () => {
  server.answer(forgotPassword, { message: 'Mailed.' });
  await ask();
  expect((await screen.findByRole('status')).textContent).toBe(sentences.resetMailed);
});

test('an error of the address is shown under its field, which gets the focus', async () => {
  server.refuse(forgotPassword, { status: 422, code: 'validation', errors: { email: ['The email must be a valid address.'] } });
  await ask();
  await screen.findByText('The email must be a valid address.');
  const email = screen.getByLabelText('Email');
  expect(describedBy(email)).toBe('The email must be a valid address.');
  expect(document.activeElement).toBe(email);
});

test.each([
  [429, 'Too many requests. Try again in 5 minutes.', 'Too many requests. Try again in 5 minutes.'],
  [500, 'Server error', sentences.resetMailFailed],
])('a refusal with status %i is shown above the button', async (status, message, expectedText) => {
  server.refuse(forgotPassword, { status, message });
  await ask();
  expect((await screen.findByRole('alert')).textContent).toBe(expectedText);
});

test('a network error is shown above the button', async () => {
  await ask();
  expect((await screen.findByRole('alert')).textContent).toBe(sentences.somethingWrong);
});
