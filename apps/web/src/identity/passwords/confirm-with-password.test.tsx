import { closeAccount } from '@mbari/contract/identity/account';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '~/platform/lib/call.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';

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
