import { listMessages, type Message } from '@mbari/contract/messages/messages';
import { listRules } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import { report } from '@mbari/contract/platform/reports';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aMessage } from '~/testing/a-conversation.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { ReportMessage } from './report-message.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
  server.answer(report, { message: '' });
});

async function openReport(...around: Message[]) {
  const onClose = vi.fn<() => void>();
  const message = aMessage({ number: 5, body: 'Send me money.' });
  server.answer(listMessages, {
    data: [...around, message],
    meta: { version: 1, has_older: false, has_newer: false, first_unread: null },
  });
  const { user } = await renderScreen(<ReportMessage message={message} onClose={onClose} />);
  const send = async () => {
    await user.click(await screen.findByLabelText('Spam or a scam'));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  };
  return { user, send };
}
const boxes = () => screen.findAllByRole('checkbox');

test('a report sends only the message if no other is chosen', async () => {
  const { send } = await openReport(aMessage({ number: 4 }));
  expect((await boxes()).map((box) => (box as HTMLInputElement).checked)).toEqual([false]);
  await send();
  expect(server.bodiesOf(report)).toEqual([{ subject_type: 'message', subject_id: 'message-5', reason: 'spam' }]);
});

test('a report sends the chosen messages around the reported one', async () => {
  const { user, send } = await openReport(aMessage({ number: 3 }), aMessage({ number: 4, body: 'Who are you?', is_own: true }));
  await user.click(await screen.findByRole('checkbox', { name: /Who are you/ }));
  expect(screen.getByText('1 chosen')).toBeTruthy();
  await send();
  expect(server.bodiesOf(report)).toEqual([
    { subject_type: 'message', subject_id: 'message-5', message_ids: ['message-4'], reason: 'spam' },
  ]);
});

test('messages taken back and notices are not offered', async () => {
  await openReport(
    aMessage({ number: 2, is_taken_back: true }),
    aMessage({ number: 3, notice: { kind: 'left', member: null, title: null, days: null } }),
    aMessage({ number: 4 }),
  );
  expect(await boxes()).toHaveLength(1);
});

test('at most ten messages can be chosen', async () => {
  const { user } = await openReport(...Array.from({ length: limits.reportedMessages + 1 }, (_, index) => aMessage({ number: 10 + index })));
  const all = await boxes();
  for (const box of all) await user.click(box);
  expect(all.filter((box) => (box as HTMLInputElement).checked)).toHaveLength(limits.reportedMessages);
});
