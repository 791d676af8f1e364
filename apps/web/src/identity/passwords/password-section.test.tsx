import { changeEmail, closeAccount } from '@mbari/contract/identity/account';
import { changePassword } from '@mbari/contract/identity/passwords';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CorrectAddress } from '~/identity/sign-in/verify-email.tsx';
import { call } from '~/platform/lib/call.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testForm } from '~/testing/test-form.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';
import { PasswordSection } from './password-section.tsx';

describe('password section', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
  });

  const owner = { hasPassword: true, email: 'nkem@example.org' };
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  async function change({
    current = 'an old one',
    fresh = 'four hens in the yard',
    repeated,
    hasTokens = false,
  }: { current?: string; fresh?: string; repeated?: string; hasTokens?: boolean } = {}) {
    const { user } = await renderScreen(<PasswordSection owner={owner} hasTokens={hasTokens} />);
    if (current) await user.type(field('Current password'), current);
    await user.type(field('New password'), fresh);
    await user.type(field('Confirm new password'), repeated ?? fresh);
    const update = () => user.click(screen.getByRole('button', { name: /^Updat/ }));
    await update();
    return { user, update };
  }

  test('changing the password empties the form', async () => {
    server.answer(changePassword, { message: sentences.passwordUpdated });
    await change();
    await expect.poll(shownToasts).toEqual([sentences.passwordUpdated]);
    expect(server.bodiesOf(changePassword)).toEqual([
      { current_password: 'an old one', password: 'four hens in the yard', password_confirmation: 'four hens in the yard' },
    ]);
    for (const label of ['Current password', 'New password', 'Confirm new password']) expect(field(label).value, label).toBe('');
  });

  test('a member with tokens may keep them', async () => {
    server.refuse(changePassword, { status: 422, code: 'validation', errors: { current_password: ['The password is wrong.'] } });
    const { user, update } = await change({ hasTokens: true });
    await screen.findByText('The password is wrong.');
    await user.click(screen.getByLabelText('Also end apps and tokens'));
    await update();
    await expect.poll(() => server.bodiesOf(changePassword)).toMatchObject([{ end_tokens: true }, { end_tokens: false }]);
  });

  test('the error of a wrong current password is shown under its field', async () => {
    server.refuse(changePassword, { status: 422, code: 'validation', errors: { current_password: ['The password is wrong.'] } });
    await change();
    await screen.findByText('The password is wrong.');
    expect(describedBy(field('Current password'))).toBe('The password is wrong.');
    expect(document.activeElement).toBe(field('Current password'));
    expect(field('New password').value).toBe('four hens in the yard');
  });

  test('a missing current password and differing new passwords are reported before sending', async () => {
    await change({ current: '', repeated: 'five hens in the yard' });
    await screen.findByText('Your current password is required.');
    expect(describedBy(field('Confirm new password'))).toBe(sentences.passwordsDiffer);
    expect(document.activeElement).toBe(field('Current password'));
    expect(shownToasts()).toEqual([sentences.passwordsDiffer]);
    expect(server.bodiesOf(changePassword)).toEqual([]);
  });

  test('a short password is not sent', async () => {
    await change({ fresh: 'hens' });
    await screen.findByText(sentences.passwordTooShort);
    expect(describedBy(field('New password'))).toContain(sentences.passwordTooShort);
    expect(server.bodiesOf(changePassword)).toEqual([]);
  });

  test('a network error is shown', async () => {
    await change();
    await expect.poll(shownToasts).toEqual([sentences.passwordUpdateFailed]);
  });

  test('a double click sends once', async () => {
    const answer = server.keepWaiting(changePassword);
    const { update } = await change();
    await update();
    expect(server.bodiesOf(changePassword)).toHaveLength(1);
    answer({ message: sentences.passwordUpdated });
    await expect.poll(shownToasts).toEqual([sentences.passwordUpdated]);
  });

  test('a member without a password is offered a link to set one', async () => {
    await renderScreen(<PasswordSection owner={{ ...owner, hasPassword: false }} hasTokens={false} />);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(screen.getByRole('button', { name: 'Forgot your password' })).toBeTruthy();
  });
});

describe('confirm with password', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
  });

  async function openDialog({ hasPassword = true } = {}) {
    const onClose = vi.fn<() => void>();
    const { user } = await renderScreen(
      <ConfirmWithPassword
        title="Close account"
        owner={{ hasPassword, email: 'nkem@example.org' }}
        action="Close account"
        busyWords="Closing..."
        onClose={onClose}
        onConfirm={async (confirmed) => {
          await call(closeAccount, { body: confirmed });
          onClose();
        }}
      />,
    );
    return { user, onClose, confirm: () => user.click(screen.getByRole('button', { name: /^Clos(?:e account|ing\.\.\.)$/ })) };
  }

  test('the password field gets the focus, and confirming sends the password and closes the dialog', async () => {
    server.answer(closeAccount, { message: 'Closed' });
    const { user, onClose, confirm } = await openDialog();
    const password = screen.getByLabelText('Your password');
    expect(document.activeElement).toBe(password);
    await user.type(password, 'four hens');
    await confirm();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.bodiesOf(closeAccount)).toEqual([{ password: 'four hens' }]);
  });

  test('the error of a wrong password is shown under its field, and the dialog stays open', async () => {
    server.refuse(closeAccount, { status: 422, code: 'validation', errors: { password: ['The password is wrong.'] } });
    const { onClose, confirm } = await openDialog();
    await confirm();
    await screen.findByText('The password is wrong.');
    expect(describedBy(screen.getByLabelText('Your password'))).toBe('The password is wrong.');
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    expect(onClose).not.toHaveBeenCalled();
  });

  test('a pending dialog neither closes nor sends again', async () => {
    const answer = server.keepWaiting(closeAccount);
    const { user, onClose, confirm } = await openDialog();
    await confirm();
    await confirm();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(server.bodiesOf(closeAccount)).toHaveLength(1);
    answer({ message: 'Closed' });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test('a member without a password is not asked for one; after an old sign-in the dialog offers to sign in again', async () => {
    server.refuse(closeAccount, { status: 403, code: 'recent_sign_in_required', message: 'Please sign in again.' });
    const { confirm } = await openDialog({ hasPassword: false });
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await confirm();
    await screen.findByText('Please sign in again.');
    expect(server.bodiesOf(closeAccount)).toEqual([{}]);
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
  });
});

testForm('correcting an unverified address', {
  draw: () => <CorrectAddress />,
  reach: (user) => user.click(screen.getByRole('button', { name: 'Wrong address? Change it' })),
  fill: async (user) => {
    await user.type(screen.getByLabelText('Your email address'), 'nkem@example.com');
    await user.type(screen.getByLabelText('Password'), 'four hens in the yard');
  },
  sends: changeEmail,
  body: { email: 'nkem@example.com', password: 'four hens in the yard' },
  answer: { message: '' },
  button: 'Send the email there',
  busy: 'Sending',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Password', name: 'password' },
});
