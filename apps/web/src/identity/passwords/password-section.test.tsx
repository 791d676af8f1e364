import { changePassword } from '@mbari/contract/identity/passwords';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { PasswordSection } from './password-section.tsx';

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
