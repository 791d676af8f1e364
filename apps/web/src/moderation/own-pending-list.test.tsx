import { type OwnPending, takeBackPending } from '@mbari/contract/moderation/pending-posts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { OwnPendingCard } from './own-pending-list.tsx';

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
