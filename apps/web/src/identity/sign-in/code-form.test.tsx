import { login } from '@mbari/contract/identity/auth';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { CodeForm } from './code-form.tsx';

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
