import { answerConsent, readConsent } from '@mbari/contract/client-api/consent';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Consent } from './consent.tsx';

const asked = { name: 'toot', website: null, scopes: ['read', 'write:photos'] as ('read' | 'write:photos')[], returns_to: null };

test('a member reads what an app may do, allows it and gets the code to copy', async () => {
  const server = fakeServer();
  server.answer(readConsent, { data: asked });
  const { user } = await renderScreen(<Consent request="qx" />);
  await screen.findByRole('heading', { name: 'Connect toot?' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Read/),
    expect.stringMatching(/^Photos/),
  ]);
  server.answer(answerConsent, { data: { redirect_to: null, code: 'the-code' } });
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('the-code')).toBeTruthy();
  expect(server.bodiesOf(answerConsent)).toEqual([{ request: 'qx', is_allowed: true }]);
});

test('a member who refuses gives no code', async () => {
  const server = fakeServer();
  server.answer(readConsent, { data: asked });
  server.answer(answerConsent, { data: { redirect_to: null, code: null } });
  const { user } = await renderScreen(<Consent request="qx" />);
  await user.click(await screen.findByRole('button', { name: 'Don’t connect' }));
  expect(await screen.findByText('The app was not connected. You can close this page.')).toBeTruthy();
  expect(server.bodiesOf(answerConsent)).toEqual([{ request: 'qx', is_allowed: false }]);
});
