import { answerRequest } from '@mbari/contract/messages/conversations';
import { listMessages } from '@mbari/contract/messages/messages';
import { listRules } from '@mbari/contract/moderation/rules';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation, aMessage } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { RequestBar } from './request-bar.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const show = (own = {}) =>
  renderScreen(<RequestBar conversation={aConversation({ is_request: true, last_message: aMessage(), ...own })} />, {
    path: '/messages/conversation-1',
  });
const press = (name: string) => screen.getByRole('button', { name });

test('accepting a request sends the answer and stays in the conversation', async () => {
  server.answer(answerRequest, { message: '' });
  const { user, router } = await show();
  expect(screen.getByText('Salma').closest('p')?.textContent).toBe('Salma would like to write to you.');
  await user.click(press('Accept'));
  expect(server.bodiesOf(answerRequest)).toEqual([{ accept: true }]);
  await expect.poll(shownToasts).toEqual(['Accepted. You can write now.']);
  expect(router.state.location.pathname).toBe('/messages/conversation-1');
});

test('declining a request leads back to the list', async () => {
  server.answer(answerRequest, { message: '' });
  const { user, router } = await show();
  await user.click(press('Decline'));
  await expect.poll(() => router.state.location.pathname).toBe('/messages');
  expect(server.bodiesOf(answerRequest)).toEqual([{ accept: false }]);
});

test('a report of a request is about its message', async () => {
  server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
  server.answer(listMessages, { data: [aMessage()], meta: { version: 1, has_older: false, has_newer: false, first_unread: null } });
  const { user } = await show();
  await user.click(press('Report'));
  expect(await screen.findByRole('dialog', { name: 'Report this message' })).toBeTruthy();
});

test('a report of a request without a message is about the member', async () => {
  server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
  const { user } = await show({ last_message: null });
  await user.click(press('Report'));
  expect(await screen.findByRole('dialog', { name: 'Report this member' })).toBeTruthy();
});
