import { readEmailStatus } from '@mbari/contract/identity/auth';
import { readMe } from '@mbari/contract/people/members';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { VerifyEmail } from './verify-email.tsx';

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
      for (const name of ['Go to Login', 'Resend Verification Email', 'Logout']) expect(screen.getByRole('button', { name })).toBeTruthy();
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
