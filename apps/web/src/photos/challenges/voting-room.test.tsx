import { giveFeedback, handOutVotes, type HandedVote, readChallenge, vote } from '@mbari/contract/photos/challenges';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aChallenge } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { VotingRoom } from './voting-room.tsx';

const entry = (alt: string) => ({ id: `entry-${alt}`, image: anImage({ id: `entry-${alt}`, alt }) });
const pair = (left: string, right: string, choice: number | null = null): HandedVote => ({
  id: `${left}-${right}`,
  entries: [entry(left), entry(right)],
  choice,
});
const challenge = aChallenge({ state: 'voting', entries_count: 4 });

let server: ReturnType<typeof fakeServer>;
const handOut = (data: HandedVote[], method: 'pairs' | 'points' = 'pairs') => server.answer(handOutVotes, { data, meta: { method } });
const choices = () => server.bodiesOf(vote).map((body) => (body as { choice: number }).choice);

beforeEach(() => {
  signIn('a-token', aMember());
  server = fakeServer();
  server.answer(vote, { message: '' });
  // Without the moment in which a choice shows.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduce'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

async function open(shown: string, of = challenge) {
  const onClose = vi.fn();
  const view = await renderScreen(
    <VotingRoom challenge={of} onClose={onClose}>
      Shadows that tell more.
    </VotingRoom>,
  );
  await screen.findByRole('button', { name: shown });
  return { ...view, onClose };
}

const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
const photo = (name: string) => screen.findByRole('button', { name });

test('keys choose, undo goes back, and an earlier vote can be changed', async () => {
  handOut([pair('a', 'b'), pair('c', 'd'), pair('a', 'c'), pair('b', 'd'), pair('a', 'd')]);
  await open('Left photo: a');
  expect(screen.getByText('0 of at most 6 pairs')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Pair 1 of at most 6');
  press('ArrowLeft');
  await photo('Left photo: c');
  press('ArrowDown');
  await photo('Right photo: c');
  await expect.poll(choices).toEqual([1, 0]);
  press('z');
  await photo('Left photo: c');
  expect(screen.getByRole('button', { name: /Cannot decide/ }).getAttribute('aria-pressed')).toBe('true');
  press('Backspace');
  expect((await photo('Left photo: a')).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('You have voted here. Choose again to change it.')).toBeTruthy();
  press('ArrowRight');
  // On to the first pair without a vote.
  await photo('Right photo: c');
  await expect.poll(choices).toEqual([1, 0, 2]);
  expect(screen.getByText('2 of at most 6 pairs')).toBeTruthy();
});

test('in right-to-left languages, the first entry is on the right, and the keys point at the photos', async () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = ''));
  handOut([pair('a', 'b'), pair('c', 'd'), pair('a', 'c'), pair('b', 'd'), pair('a', 'd')]);
  await open('Right photo: a');
  press('ArrowRight');
  await photo('Left photo: d');
  press('ArrowLeft');
  await photo('Right photo: a');
  await expect.poll(choices).toEqual([1, 2]);
});

test('votes without connection wait in their order, are named, and are sent once', async () => {
  handOut([pair('a', 'b'), pair('c', 'd'), pair('a', 'c'), pair('b', 'd'), pair('a', 'd')]);
  const { user } = await open('Left photo: a');
  server = fakeServer();
  await user.click(await photo('Left photo: a'));
  await photo('Left photo: c');
  expect(await screen.findByText('1 vote is not sent yet.')).toBeTruthy();
  press('ArrowRight');
  expect(await screen.findByText('2 votes are not sent yet.')).toBeTruthy();
  server.answer(vote, { message: '' });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await expect.poll(() => screen.queryByText(/not sent yet/)).toBeNull();
  expect(choices()).toEqual([1, 2]);
});

test('after the last vote the room asks once more, and then says when the results come', async () => {
  handOut([pair('a', 'b', 1), pair('c', 'd')]);
  const { user, onClose } = await open('Left photo: c');
  handOut([pair('a', 'b', 1), pair('c', 'd', 2), pair('a', 'c')]);
  press('ArrowRight');
  await photo('Right photo: c');
  handOut([pair('a', 'b', 1), pair('c', 'd', 2), pair('a', 'c', 0)]);
  await user.click(screen.getByRole('button', { name: /Cannot decide/ }));
  expect(await screen.findByRole('heading', { name: 'That was all for you' })).toBe(document.activeElement);
  expect(screen.getByText(/^Thank you\. Voting ends Monday.* 12 January/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await photo('Right photo: c');
  press('ArrowLeft');
  await user.click(await screen.findByRole('button', { name: 'Back to the challenge' }));
  expect(onClose).toHaveBeenCalled();
});

test('a withdrawn entry gives way to the next pair, and the end of voting ends the room', async () => {
  handOut([pair('a', 'b'), pair('c', 'd'), pair('b', 'd'), pair('b', 'c')]);
  await open('Left photo: a');
  server.refuse(vote, { status: 404, code: 'not_found' });
  handOut([pair('c', 'd'), pair('b', 'd'), pair('b', 'c')]);
  press('ArrowLeft');
  await photo('Left photo: c');
  expect(await screen.findByText('That entry was withdrawn. Here is the next.')).toBeTruthy();
  server.refuse(vote, { status: 403, code: 'locked' });
  press('ArrowLeft');
  expect(await screen.findByRole('heading', { name: 'Voting has ended' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Left photo/ })).toBeNull();
});

test('points: a digit or a press votes at once, arrow keys wait for the button', async () => {
  const single = (alt: string): HandedVote => ({ id: alt, entries: [entry(alt)], choice: null });
  handOut(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(single), 'points');
  const { user } = await renderScreen(
    <VotingRoom challenge={aChallenge({ state: 'voting', method: 'points', entries_count: 7 })} onClose={() => undefined}>
      Shadows that tell more.
    </VotingRoom>,
  );
  const shown = (alt: string) => screen.findByRole('img', { name: alt });
  await shown('a');
  press('4');
  await shown('b');
  await user.click(screen.getByRole('radio', { name: /^2/ }));
  await shown('c');
  const three = screen.getByRole('radio', { name: /^3/ });
  // The browser sends these events for arrow keys.
  act(() => three.focus());
  fireEvent.click(three, { detail: 0 });
  expect(await shown('c')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await shown('d');
  await expect.poll(choices).toEqual([4, 2, 3]);
});

test('the maker gets words without a name, which can be taken back, and keys in the field do not vote', async () => {
  handOut([pair('a', 'b'), pair('c', 'd'), pair('b', 'd'), pair('b', 'c')]);
  server.answer(giveFeedback, { message: '' });
  const { user } = await open('Left photo: a');
  const tell = async () => {
    await user.click(screen.getByRole('button', { name: /^Tell the maker.*Left photo/ }));
    return within(await screen.findByRole('dialog', { name: 'Tell the maker' }));
  };
  let dialog = await tell();
  await user.type(dialog.getByRole('textbox'), 'zoom 1');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Tell the maker' })).toBeNull();
  dialog = await tell();
  await user.clear(dialog.getByDisplayValue('zoom 1'));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await expect.poll(() => server.bodiesOf(giveFeedback)).toEqual([{ text: 'zoom 1' }, { text: '' }]);
  expect(choices()).toEqual([]);
});

test('the brief and its rules open beside the photos', async () => {
  handOut([pair('a', 'b')]);
  server.answer(readChallenge, { data: challenge });
  const { user } = await open('Left photo: a', { ...challenge, rules: 'By daylight.' });
  await user.click(screen.getByRole('button', { name: 'Brief' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Brief' }));
  expect(dialog.getByText('Shadows that tell more.')).toBeTruthy();
  expect(dialog.getByText('By daylight.')).toBeTruthy();
});
