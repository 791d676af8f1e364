import { decidePending } from '@mbari/contract/moderation/pending-posts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { call } from '~/platform/lib/call.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { VerdictActions } from './verdict-actions.tsx';

const words = {
  ...{ approve: 'Approve', decline: 'Decline…', declineTitle: 'Decline it', declineHint: 'It is not posted.', declineButton: 'Decline' },
  ...{ reason: 'What they are told', reasonHint: '', sending: 'Sending', failed: 'That did not work.' },
  ...{ approved: 'Posted.', declined: 'Declined.' },
};
const onDecided = vi.fn<() => Promise<void>>(() => Promise.resolve());
const actions = () => (
  <VerdictActions
    describedBy="card"
    words={words}
    send={(verdict) => call(decidePending, { params: { id: 'p1' }, body: verdict })}
    onDecided={onDecided}
  />
);

testForm('declining a pending item', {
  draw: actions,
  reach: (user) => user.click(screen.getByRole('button', { name: 'Decline…' })),
  fill: (user) => user.type(screen.getByLabelText('What they are told'), 'We sell nothing here.'),
  sends: decidePending,
  body: { verdict: 'declined', reason: 'We sell nothing here.' },
  answer: { message: '' },
  button: 'Decline',
  busy: 'Sending',
  failure: 'That did not work.',
  refusable: { field: 'What they are told', name: 'reason' },
});

test('if another organiser decided first, a message appears, the dialog closes and the list is refetched', async () => {
  fakeServer().refuse(decidePending, { status: 409, code: 'conflict', message: 'It has been decided already.' });
  onDecided.mockClear();
  const { user } = await renderScreen(actions());
  await user.click(screen.getByRole('button', { name: 'Decline…' }));
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await expect.poll(shownToasts).toEqual(['It has been decided already.']);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(onDecided).toHaveBeenCalledTimes(1);
});
