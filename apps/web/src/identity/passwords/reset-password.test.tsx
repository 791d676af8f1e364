import { resetPassword } from '@mbari/contract/identity/passwords';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ResetPassword } from './reset-password.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

async function choose(password: string, repeated = password) {
  const { user, router } = await renderScreen(<ResetPassword token="a-token" email="nkem@example.org" />, { path: '/reset-password' });
  await user.type(screen.getByLabelText('New password'), password);
  await user.type(screen.getByLabelText('Confirm new password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  return { user, router };
}

test.each([
  ['', ''],
  ['a-token', ''],
  ['', 'nkem@example.org'],
])('a link with the token “%s” and the address “%s” shows an error and offers a new link', async (token, email) => {
  await renderScreen(<ResetPassword token={token} email={email} />);
  expect(screen.getByRole('heading', { name: 'Invalid Reset Link' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('a new password ends the session here and leads to the login', async () => {
  signIn('a-token', aMember());
  server.answer(resetPassword, { message: 'In the server’s words' });
  const { router } = await choose('four hens in the yard');
  await expect.poll(() => router.state.location.pathname).toBe('/login');
  expect(server.bodiesOf(resetPassword)).toEqual([
    {
      token: 'a-token',
      email: 'nkem@example.org',
      password: 'four hens in the yard',
      password_confirmation: 'four hens in the yard',
      end_tokens: true,
    },
  ]);
  expect(currentSession().status).toBe('guest');
  await expect.poll(shownToasts).toEqual([sentences.passwordReset]);
});

test('a short or mistyped password is not sent', async () => {
  const { user } = await choose('hens', 'hen');
  await screen.findByText(sentences.passwordTooShort);
  const password = screen.getByLabelText('New password');
  expect(describedBy(password)).toBe(sentences.passwordTooShort);
  expect(describedBy(screen.getByLabelText('Confirm new password'))).toBe(sentences.passwordsDiffer);
  expect(document.activeElement).toBe(password);
  await user.clear(password);
  await user.type(password, 'four hens in the yard');
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Confirm new password'));
  expect(describedBy(password)).toBe('');
  expect(server.bodiesOf(resetPassword)).toEqual([]);
});

test('a used link shows an error and offers a new link', async () => {
  server.refuse(resetPassword, { status: 422, code: 'invalid_reset_token', message: 'This link was used already.' });
  await choose('four hens in the yard');
  const alert = await screen.findByText(/This link was used already\./);
  expect(alert.querySelector('a')?.getAttribute('href')).toBe('/forgot-password');
});

test('the password’s strength is updated while typing', async () => {
  const { user } = await renderScreen(<ResetPassword token="a-token" email="nkem@example.org" />);
  const password = screen.getByLabelText('New password');
  await user.type(password, 'password');
  expect(await screen.findByText('Too common: easy to guess')).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'nkem.example');
  expect(screen.queryByText('Strong')).toBeNull();
  await user.clear(password);
  await user.type(password, 'four hens in the yard');
  expect(screen.getByText('Strong')).toBeTruthy();
});
