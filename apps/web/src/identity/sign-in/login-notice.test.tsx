import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { LoginNotice } from './login-notice.tsx';

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
