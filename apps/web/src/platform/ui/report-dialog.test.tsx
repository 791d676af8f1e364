import { askRemoval } from '@mbari/contract/moderation/removal';
import { listRules } from '@mbari/contract/moderation/rules';
import { report } from '@mbari/contract/platform/reports';
import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ReportDialog } from './report-dialog.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
});

const subject = { type: 'comment', id: '01890000-0000-7000-8000-000000000002' } as const;

async function openReport(about: ComponentProps<typeof ReportDialog>['subject'] = subject) {
  const onClose = vi.fn<() => void>();
  const { user } = await renderScreen(<ReportDialog subject={about} onClose={onClose} />);
  await screen.findByLabelText(/Something else/);
  return { user, onClose, send: () => user.click(screen.getByRole('button', { name: /Send/ })) };
}

test('a report without a reason is not sent, and the reasons take the focus', async () => {
  const { send, onClose } = await openReport();
  await send();
  expect(await screen.findByText('Choose one of the reasons listed.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Spam or a scam' }));
  expect(server.bodiesOf(report)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('a report sends its reason and note, and the dialog closes', async () => {
  server.answer(report, { message: 'Thank you' });
  const { user, send, onClose } = await openReport();
  await user.click(screen.getByLabelText('Hate'));
  await user.type(screen.getByLabelText(/Anything else/), '  Look at the second line.  ');
  await send();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(report)).toEqual([
    { subject_type: 'comment', subject_id: subject.id, reason: 'hate', note: 'Look at the second line.' },
  ]);
  await expect.poll(shownToasts).toEqual(['Thank you. The organisers will look at it.']);
});

test("the community's rules are the reasons if there are any", async () => {
  const rule = { id: '01890000-0000-7000-8000-000000000009', title: 'The work, not the person', body: '', is_urgent: true };
  server.answer(listRules, { data: { version: 1, changed_at: '2026-01-02T03:04:05Z', rules: [rule] } });
  server.answer(report, { message: 'Thank you' });
  const { user, send } = await openReport();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  await user.click(screen.getByLabelText(rule.title));
  await send();
  await expect.poll(() => server.bodiesOf(report)).toEqual([{ subject_type: 'comment', subject_id: subject.id, rule_id: rule.id }]);
});

test('a person in a photo asks for its removal, and says why', async () => {
  server.answer(askRemoval, { message: 'Thank you' });
  const { user, send, onClose } = await openReport({ type: 'photo', id: subject.id });
  await user.click(screen.getByLabelText('I am in this photo and want it removed'));
  await send();
  expect(await screen.findByText('Say why, in your own words.')).toBeTruthy();
  await user.type(screen.getByLabelText(/Anything else/), 'I did not agree.');
  await send();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(askRemoval)).toEqual([{ reason: 'I did not agree.' }]);
});

test('an empty note is not sent', async () => {
  server.answer(report, { message: 'Thank you' });
  const { user, send } = await openReport();
  await user.click(screen.getByLabelText('Hate'));
  await send();
  await expect.poll(() => server.bodiesOf(report)).toEqual([{ subject_type: 'comment', subject_id: subject.id, reason: 'hate' }]);
});

test('a second press during the request does not report twice', async () => {
  const answer = server.keepWaiting(report);
  const { user, send, onClose } = await openReport();
  await user.click(screen.getByLabelText('Hate'));
  await send();
  await send();
  expect(server.bodiesOf(report)).toHaveLength(1);
  answer({ message: 'Thank you' });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('a refusal leaves the dialog open with its text and shows the reason', async () => {
  server.refuse(report, { status: 404, code: 'not_found', message: 'It is not there any more.' });
  const { user, send, onClose } = await openReport();
  await user.click(screen.getByLabelText('Hate'));
  await user.type(screen.getByLabelText(/Anything else/), 'Look');
  await send();
  expect(await screen.findByText('It is not there any more.')).toBeTruthy();
  expect(screen.getByLabelText('Hate')).toHaveProperty('checked', true);
  expect(screen.getByLabelText(/Anything else/)).toHaveProperty('value', 'Look');
  expect(onClose).not.toHaveBeenCalled();
});
