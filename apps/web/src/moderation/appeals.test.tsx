import { type Appeal, appealDecision, resolveAppeal } from '@mbari/contract/moderation/appeals';
import { type OwnPending, takeBackPending } from '@mbari/contract/moderation/pending-posts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { AppealCard } from './appeal-list.tsx';
import { AppealForm } from './decision.tsx';
import { OwnPendingCard } from './own-pending-list.tsx';

const appeal = {
  id: 'a1',
  body: 'It was my own cloth.',
  created_at: '2026-03-01T10:00:00Z',
  member: { id: 'm1', name: 'Ada Eze', username: 'ada' },
  against: { action: 'photo_removed', actor: { name: 'Chidi' }, title: 'Adire', excerpt: null, rule: null, reason: 'Not yours.' },
} as unknown as Appeal;

testForm('an appeal', {
  draw: () => <AppealForm id="d1" />,
  fill: (user) => user.type(screen.getByLabelText('What should they know?'), 'It was my own cloth.'),
  sends: appealDecision,
  body: { body: 'It was my own cloth.' },
  answer: { message: '' } as never,
  button: 'Send',
  busy: 'Sending...',
  failure: 'That could not be sent. Please try again.',
  missing: { field: 'What should they know?', says: 'Write what they should know.' },
  refusable: { field: 'What should they know?', name: 'body' },
});

testForm('the decision on an appeal', {
  draw: () => <AppealCard appeal={appeal} />,
  reach: (user) => user.click(screen.getByRole('button', { name: 'Refuse…' })),
  fill: (user) => user.type(screen.getByLabelText('Message to the member'), 'It stands.'),
  sends: resolveAppeal,
  body: { outcome: 'refused', note: 'It stands.' },
  answer: { message: '' },
  button: 'Refuse',
  busy: 'Sending...',
  failure: 'That did not work. Please try again.',
  refusable: { field: 'Message to the member', name: 'note' },
});

test('if another organiser has already decided the appeal, the dialog shows the refusal and closes', async () => {
  const server = fakeServer();
  server.refuse(resolveAppeal, { status: 409, code: 'conflict', message: 'It has been decided already.' });
  const { user } = await renderScreen(<AppealCard appeal={appeal} />);
  await user.click(screen.getByRole('button', { name: 'Grant…' }));
  await user.click(screen.getByRole('button', { name: 'Grant' }));
  await expect.poll(shownToasts).toEqual(['It has been decided already.']);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

const pending = {
  ...{ id: 'p1', kind: 'comment', state: 'waiting', reason: null, target: null, created_at: '2026-03-01T10:00:00Z' },
  ...{ title: null, body: 'What a fine weave', poll: null, images: [] },
} as unknown as OwnPending;

testForm('withdrawing a pending post', {
  draw: () => <OwnPendingCard pending={pending} />,
  reach: (user) => user.click(screen.getByRole('button', { name: 'Withdraw' })),
  sends: takeBackPending,
  body: null,
  answer: { message: '' },
  button: 'Withdraw',
  busy: 'Sending',
  failure: 'That did not work. Please try again.',
});

test('if the post is no longer pending, the dialog shows the refusal and closes', async () => {
  fakeServer().refuse(takeBackPending, { status: 404, code: 'not_found', message: 'It is not there any more.' });
  const { user } = await renderScreen(<OwnPendingCard pending={pending} />);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await user.click(screen.getAllByRole('button', { name: 'Withdraw' }).at(-1)!);
  await expect.poll(shownToasts).toEqual(['It is not there any more.']);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
