import { type Challenge, enterChallenge, withdrawEntry } from '@mbari/contract/photos/challenges';
import { listPhotos } from '@mbari/contract/photos/feed';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aChallenge, anEntry } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ChallengeView } from './challenge-view.tsx';
// Loaded before the tests, because one ends before these arrive.
import './own-entries.tsx';
import './results.tsx';

async function open(challenge: Challenge) {
  const server = fakeServer();
  signIn('a-token', aMember());
  const opened = await renderScreen(
    <ChallengeView challenge={challenge} topic={null}>
      A brief
    </ChallengeView>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...opened, server };
}

const entering = () => screen.queryByRole('button', { name: 'Enter a photo' });

test.each([
  ['who has not entered, enters', {}, true],
  ['who has entered what is allowed, enters no more', { viewer: { entries: [anEntry()] } }, false],
  ['who may enter two photos, enters the second', { entries_each: 2, viewer: { entries: [anEntry()] } }, true],
  ['without a plan, does not enter what is for paid members', { open_to: 'paid', viewer: { may_enter: false } }, false],
  ['enters nothing before the start', { state: 'announced' }, false],
  ['enters nothing while others vote', { state: 'voting' }, false],
] as const)('a member %s', async (_, own, mayEnter) => {
  await open(aChallenge(own as Parameters<typeof aChallenge>[0]));
  expect(entering() !== null).toBe(mayEnter);
});

test('members vote, except those who joined after the start', async () => {
  await open(aChallenge({ state: 'voting', viewer: { votes_count: 23 } }));
  expect(screen.getByRole('link', { name: 'Vote' }).getAttribute('href')).toBe('/challenges/challenge-1/vote');
  expect(screen.getByText('You have voted 23 times.')).toBeTruthy();
});

test('members who joined after the start read why they cannot vote', async () => {
  await open(aChallenge({ state: 'voting', viewer: { may_vote: false } }));
  expect(screen.queryByRole('link', { name: 'Vote' })).toBeNull();
  expect(screen.getByText(/^Only members who joined before/)).toBeTruthy();
});

test('a member chooses among the posts that may take part, and a refusal keeps the choice', async () => {
  const { user, server } = await open(aChallenge({ entries_each: 3, viewer: { entries: [anEntry()] } }));
  const posts = [
    aPhoto(),
    aPhoto({ id: 'photo-2', title: 'Dust' }),
    aPhoto({ id: 'photo-3', title: 'Noon', warning: { reason: 'injury', by: 'author', is_blurred: false, decision_id: null } }),
    aPhoto({ id: 'photo-4', title: 'Rain', audience: 'followers' }),
  ];
  server.answer(listPhotos, { data: posts, meta: { next_cursor: null } } as never);
  await user.click(entering()!);
  const box = await screen.findByRole('checkbox', { name: 'Choose Dust' });
  expect(screen.getAllByRole('checkbox')).toEqual([box]);
  await user.click(box);
  server.refuse(enterChallenge, { status: 422, message: 'Only a photo that everyone may see can be entered.' });
  await user.click(screen.getByRole('button', { name: 'Enter photo' }));
  await expect.poll(shownToasts).toEqual(['Only a photo that everyone may see can be entered.']);
  server.answer(enterChallenge, { data: aChallenge(), message: '' });
  await user.click(screen.getByRole('button', { name: 'Enter photo' }));
  await expect.poll(shownToasts).toContain('You are in. Good luck!');
  expect(server.bodiesOf(enterChallenge)).toEqual([{ photo_id: 'photo-2' }, { photo_id: 'photo-2' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an own entry says why voters do not see it, and is withdrawn after a question', async () => {
  const { user, server } = await open(aChallenge({ state: 'voting', viewer: { entries: [anEntry({ counts: false })] } }));
  const entry = within(await screen.findByRole('listitem'));
  expect(entry.getByText(/^Voters do not see it/)).toBeTruthy();
  server.answer(withdrawEntry, { message: '' });
  await user.click(entry.getByRole('button', { name: 'Withdraw' }));
  expect(server.bodiesOf(withdrawEntry)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await expect.poll(shownToasts).toContain('Entry withdrawn');
});

test.each(['counting', 'results'] as const)('no entry is withdrawn in the state "%s"', async (state) => {
  await open(aChallenge({ state, viewer: { entries: [anEntry()] } }));
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});
