import { login, readEmailStatus } from '@mbari/contract/identity/auth';
import { readMe } from '@mbari/contract/people/members';
import * as sentences from '@mbari/contract/platform/sentences';
import { readSite } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { describedBy, testForm } from '~/testing/test-form.tsx';
import { CodeForm, LoginForm } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';
import { VerifyEmail } from './verify-email.tsx';

describe('login form', () => {
  let server: ReturnType<typeof fakeServer>;

  beforeEach(() => {
    server = fakeServer();
    server.refuse(readSite, { status: 503 });
  });

  async function renderLogin({ email = 'nkem@example.org', password = 'four hens in the yard' } = {}) {
    const { user } = await renderScreen(<LoginForm />);
    await user.type(screen.getByLabelText('Email'), email);
    await user.type(screen.getByLabelText('Password'), password);
    return { user, submit: () => user.click(screen.getByRole('button', { name: /Sign(?:ing)? in/ })) };
  }

  test('the right address and password sign in', async () => {
    server.answer(login, { token: 'a-token', user: aMember() });
    const { submit } = await renderLogin();
    await submit();
    await expect.poll(() => currentSession().status).toBe('member');
    expect(server.bodiesOf(login)).toEqual([{ email: 'nkem@example.org', password: 'four hens in the yard', device_name: 'web' }]);
  });

  test('a double click sends once', async () => {
    const answer = server.keepWaiting(login);
    const { user, submit } = await renderLogin();
    await submit();
    await submit();
    await user.type(screen.getByLabelText('Email'), '{Enter}');
    expect(server.bodiesOf(login)).toHaveLength(1);
    answer({ token: 'a-token', user: aMember() });
    await expect.poll(() => currentSession().status).toBe('member');
  });

  test('the error of wrong credentials is shown under the password, which gets the focus; the input stays', async () => {
    server.refuse(login, { status: 422, code: 'invalid_credentials', message: sentences.invalidCredentials });
    const { submit } = await renderLogin();
    await submit();
    await screen.findByText(sentences.invalidCredentials);
    const password = screen.getByLabelText('Password');
    expect(describedBy(password)).toContain(sentences.invalidCredentials);
    expect(document.activeElement).toBe(password);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'nkem@example.org');
  });

  test('an error of the address is shown under its field', async () => {
    server.refuse(login, { status: 422, code: 'validation', errors: { email: ['The email is required.'] } });
    const { submit } = await renderLogin();
    await submit();
    await screen.findByText('The email is required.');
    expect(describedBy(screen.getByLabelText('Email'))).toContain('The email is required.');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  test('an account with a second step asks for the code and sends it with the previous input', async () => {
    server.refuse(login, { status: 403, code: 'second_factor_required', message: 'A code is required.' });
    const { user, submit } = await renderLogin();
    await submit();
    const code = await screen.findByLabelText('Code');
    expect(document.activeElement).toBe(code);
    server.answer(login, { token: 'a-token', user: aMember() });
    await user.type(code, ' 123456 {Enter}');
    await expect.poll(() => currentSession().status).toBe('member');
    expect(server.bodiesOf(login)[1]).toEqual({
      email: 'nkem@example.org',
      password: 'four hens in the yard',
      device_name: 'web',
      code: '123456',
    });
  });

  test('an unverified member is offered the mail again', async () => {
    server.refuse(login, { status: 403, code: 'email_unverified', message: sentences.verifyBeforeLogin });
    const { submit } = await renderLogin();
    await submit();
    await screen.findByText(sentences.verifyBeforeLogin);
    expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeTruthy();
  });

  test.each([
    [
      'the server’s message, with or without a code',
      { status: 403, message: 'Sign-in is closed until Monday.' },
      'Sign-in is closed until Monday.',
    ],
    ['the error about the credentials', { status: 422, errors: { credentials: ['Try the other one.'] } }, 'Try the other one.'],
    ['a general sentence, if there is no text', { status: 403 }, sentences.invalidCredentials],
    ['a failure, after an internal error', { status: 500, code: 'internal', message: 'Internal server error' }, sentences.loginFailed],
    ['a failure, if a proxy answered', { status: 502 }, sentences.loginFailed],
  ])('a refusal shows %s', async (_, refusal, expectedText) => {
    server.refuse(login, refusal);
    const { submit } = await renderLogin();
    await submit();
    await screen.findByText(expectedText);
  });

  test('a network error is shown, and the input stays', async () => {
    const { submit } = await renderLogin();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(sentences.loginFailed);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'four hens in the yard');
  });

  const credentials = { email: 'nkem@example.org', password: 'four hens in the yard' };
  const form = () => <CodeForm credentials={credentials} onBack={() => undefined} />;

  testForm('the second step of signing in', {
    draw: form,
    fill: (user) => user.type(screen.getByLabelText('Code'), ' 123456 '),
    sends: login,
    body: { ...credentials, device_name: 'web', code: '123456' },
    answer: { token: 'a-token', user: aMember() },
    button: 'Sign in',
    busy: 'Signing in',
    failure: sentences.loginFailed,
    missing: { field: 'Code', says: 'The code is required.' },
    refusable: { field: 'Code', name: 'code' },
  });

  test('the field gets the focus, also when it asks for a recovery code', async () => {
    fakeServer();
    const { user } = await renderScreen(form());
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
  });
});

test.each([
  ['verified', 'Your email address is verified. Sign in to continue.'],
  ['already-verified', 'Your email address is already verified. Sign in to continue.'],
  ['invalid-signature', 'The verification link is invalid or has expired. Please request a new one.'],
  ['invalid-hash', 'The verification link is invalid or has expired. Please request a new one.'],
])('a guest whose verification link was %s sees a notice', async (verification, expectedText) => {
  const { router } = await renderScreen(<LoginNotice />);
  void router.navigate({ to: '/login', state: { verification } });
  expect((await screen.findByRole('status')).textContent).toContain(expectedText);
});

describe('verify email', () => {
  const statuses = [undefined, 'verified', 'already-verified', 'invalid-signature', 'invalid-hash'];
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', { ...aMember(), email_verified: false });
  });

  const setVerified = (verified: boolean) => server.answer(readEmailStatus, { email_verified: verified, verified });

  describe('each status offers all three actions', () => {
    test.each(statuses.flatMap((status) => [true, false].map((verified) => ({ status, verified }))))(
      'the page offers login, resending the mail and logout with %o',
      async ({ status, verified }) => {
        setVerified(verified);
        server.refuse(readMe, { status: 503 });
        await renderScreen(<VerifyEmail status={status} />);
        for (const name of ['Go to Login', 'Resend Verification Email', 'Logout'])
          expect(screen.getByRole('button', { name })).toBeTruthy();
      },
    );
  });

  test.each(['verified', 'already-verified'])('the status %s does not show an unverified member as verified', async (status) => {
    setVerified(false);
    const { container } = await renderScreen(<VerifyEmail status={status} />);
    await screen.findByText(/We emailed a link to/);
    await heading('Verify your email');
    expect(container.textContent).not.toMatch(/verified/i);
  });

  test.each([
    ['verified', 'Email verified', 'Your email address is verified. Welcome!'],
    ['already-verified', 'Already verified', 'Your email address is already verified.'],
  ] as const)('a verified member sees the outcome of the status %s', async (status, title, text) => {
    setVerified(true);
    server.refuse(readMe, { status: 503 });
    await renderScreen(<VerifyEmail status={status} />);
    await heading(title);
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('the page explains that a known address gets a sign-in link instead', async () => {
    setVerified(false);
    await renderScreen(<VerifyEmail status={undefined} />);
    expect(screen.getByText('If this address already has an account, we sent it a sign-in link instead.')).toBeTruthy();
  });
});
