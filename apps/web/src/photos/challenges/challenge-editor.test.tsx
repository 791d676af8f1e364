import { createChallenge, updateChallenge } from '@mbari/contract/photos/challenges';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aChallenge } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ChallengeEditor } from './challenge-editor.tsx';

const challenge = aChallenge();

testConflict('a challenge', {
  draw: () => <ChallengeEditor challenge={challenge} />,
  fill: async (user) => {
    await user.clear(await screen.findByLabelText('Title'));
    await user.type(screen.getByLabelText('Title'), 'Mine');
  },
  sends: updateChallenge,
  answer: { data: { ...challenge, version: 5 }, message: '' },
  button: 'Save changes',
  stored: { ...challenge, title: 'Theirs', version: 4 },
  field: 'Title',
  mine: 'Mine',
  theirs: 'Theirs',
  name: 'title',
});

async function open(edited?: typeof challenge) {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(createChallenge, { data: challenge, message: '' });
  server.answer(updateChallenge, { data: challenge, message: '' });
  const opened = await renderScreen(<ChallengeEditor {...(edited && { challenge: edited })} />);
  await screen.findByLabelText('Title');
  return { ...opened, server };
}

const setTime = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a challenge that repeats is sent with its further titles, and its page follows', async () => {
  const { user, server, router } = await open();
  await user.type(screen.getByLabelText('Title'), 'Long shadows');
  await user.selectOptions(screen.getByLabelText('Repeat'), 'Every week');
  await user.type(screen.getByLabelText('Further titles'), 'Reflections{Enter}{Enter} Hands ');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await expect.poll(() => router.state.location.pathname).toBe('/challenges/challenge-1');
  expect(server.bodiesOf(createChallenge)).toMatchObject([
    { title: 'Long shadows', cover_id: null, entries_each: 1, repeats: { every: 'week', titles: ['Reflections', 'Hands'] } },
  ]);
});

test('entries end after the start, and voting after the entries', async () => {
  const { user, server } = await open();
  await user.type(screen.getByLabelText('Title'), 'Long shadows');
  setTime('Entries end', '2026-01-01T00:00');
  setTime('Voting ends', '');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  expect(describedBy(screen.getByLabelText('Entries end'))).toContain('Entries must end after the start.');
  expect(describedBy(screen.getByLabelText('Voting ends'))).toContain('Choose a date and a time.');
  expect(server.bodiesOf(createChallenge)).toEqual([]);
});

test('before the start a time is changed alone, so that the others keep their seconds', async () => {
  const { user, server } = await open(aChallenge({ state: 'announced' }));
  setTime('Voting ends', '2027-01-12T20:00');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect
    .poll(() => server.bodiesOf(updateChallenge))
    .toEqual([{ voting_end_at: new Date('2027-01-12T20:00').toISOString(), version: 3 }]);
});

test('after the start, entrants can rely on times, participants and way of voting', async () => {
  const { user, server } = await open(challenge);
  for (const label of ['Starts', 'Entries end', 'Voting ends', 'Photos each', 'Who may enter', 'Voting'])
    expect(screen.getByLabelText(label).closest('fieldset')?.disabled).toBe(true);
  expect(screen.getByText('The challenge has begun, so these stay as they are.')).toBeTruthy();
  expect(screen.queryByLabelText('Repeat')).toBeNull();
  await user.type(screen.getByLabelText('Rules'), 'No composites');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => server.bodiesOf(updateChallenge)).toEqual([{ rules: 'No composites', version: 3 }]);
});
