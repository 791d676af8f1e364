import { forgotPassword, resetPassword } from '@mbari/contract/identity/passwords';
import * as sentences from '@mbari/contract/platform/sentences';
import { readSite } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { ResetPassword } from './reset-password.tsx';

let server: ReturnType<typeof fakeServer>;

describe('reset password', () => {
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
});

describe('forgot password', () => {
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
});
