import { createApiToken } from '@mbari/contract/identity/api-tokens';
import { type Passkey, renamePasskey } from '@mbari/contract/identity/passkeys';
import { confirmTotp, startTotp } from '@mbari/contract/identity/security';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { CreateApiToken } from './create-api-token.tsx';
import { RenamePasskey } from './passkeys-section.tsx';
import { SetUpSecondFactor } from './second-factor-section.tsx';

const owner = { hasPassword: true, email: 'nkem@example.org' };
const draw = (onClose = () => {}) => <CreateApiToken owner={owner} onClose={onClose} />;
const created = {
  data: {
    id: 'token-1',
    name: 'Backup',
    scopes: ['read' as const],
    created_at: '2026-11-30T12:00:00Z',
    expires_at: null,
    last_used_on: null,
    last_used_place: null,
  },
  token: `mbari_pat_${'a'.repeat(43)}`,
  message: '',
};

testForm('a new token', {
  draw: () => draw(),
  fill: async (user) => {
    await user.type(screen.getByLabelText('Name'), 'Backup');
    await user.click(screen.getByLabelText('Forum'));
    await user.selectOptions(screen.getByLabelText('Ends'), 'After a year');
    await user.type(screen.getByLabelText('Your password'), 'four hens');
  },
  sends: createApiToken,
  body: { name: 'Backup', scopes: ['read', 'write:forum'], days: 365, password: 'four hens' },
  answer: created,
  button: 'Create a token',
  busy: 'Creating...',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Name', name: 'name' },
});

test('the token stays on the screen until the member says that it is kept', async () => {
  signIn('a-token', aMember());
  fakeServer().answer(createApiToken, created);
  const onClose = vi.fn();
  const { user } = await renderScreen(draw(onClose));
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  await screen.findByText(created.token);
  await user.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).toBe('Copy the token first: it isn’t shown again.');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I’ve kept it' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('only organisers may grant reading as an organiser', async () => {
  signIn('a-token', aMember());
  await renderScreen(draw());
  expect(screen.queryByLabelText('Read as an organiser')).toBeNull();
  signIn('a-token', aMember({ role: 'moderator' }));
  await screen.findByLabelText('Read as an organiser');
});

test('a missing permission shows its error at the first choice', async () => {
  signIn('a-token', aMember());
  const error = 'Choose at least one permission.';
  fakeServer().refuse(createApiToken, { status: 422, code: 'validation', errors: { scopes: [error] } });
  const { user } = await renderScreen(draw());
  await user.click(screen.getByLabelText('Read'));
  await user.click(screen.getByRole('button', { name: 'Create a token' }));
  await screen.findByText(error);
  expect(document.activeElement).toBe(screen.getByLabelText('Read'));
});

testForm('renaming a passkey', {
  draw: () => <RenamePasskey passkey={{ id: 'k1', name: 'Phone' } as Passkey} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' of mine'),
  sends: renamePasskey,
  body: { name: 'Phone of mine' },
  answer: { message: '' } as never,
  button: 'Save',
  busy: 'Saving...',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Name', name: 'name' },
});

testForm('the first code of the authenticator app', {
  draw: (server) => {
    server.answer(startTotp, { data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Mbari:nkem?secret=ABCDEFGHIJKLMNOP' } });
    return (
      <SetUpSecondFactor owner={{ hasPassword: true, email: 'nkem@example.org' }} onClose={() => undefined} onDone={() => undefined} />
    );
  },
  reach: async (user) => {
    await user.type(screen.getByLabelText('Your password'), 'four hens');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByLabelText('Code from the app');
  },
  fill: (user) => user.type(screen.getByLabelText('Code from the app'), '123456'),
  sends: confirmTotp,
  body: { code: '123456' },
  answer: { recovery_codes: ['abcd-efgh'], message: '' },
  button: 'Turn on',
  busy: 'Checking...',
  failure: 'Something went wrong. Please try again.',
  refusable: { field: 'Code from the app', name: 'code' },
});
