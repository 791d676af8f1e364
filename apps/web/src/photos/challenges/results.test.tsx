import { listRules } from '@mbari/contract/moderation/rules';
import { type ChallengeResult, listResults, mentionEntry } from '@mbari/contract/photos/challenges';
import { report } from '@mbari/contract/platform/reports';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aChallenge, anEntry } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Results } from './results.tsx';

const result = (title: string, own: Partial<ChallengeResult> = {}): ChallengeResult => ({
  entry_id: `entry-${title}`,
  place: null,
  score: 50,
  low: 40,
  high: 60,
  tally: [5, 1, 4],
  mention: null,
  photo: aPhoto({ id: `photo-${title}`, title }),
  ...own,
});
const ranked = [
  result('Dust', { place: 1, score: 79.4, low: 76, high: 82 }),
  result('Noon', { place: 2, score: 76 }),
  result('Rain', { place: 2, score: 75, mention: 'The rain says it all.' }),
  result('Salt', { place: 4, score: 30, tally: [0, 2, 8] }),
];

let server: ReturnType<typeof fakeServer>;
const answer = (data: ChallengeResult[], { own = [] as ChallengeResult[], distribution = [] as number[] } = {}) =>
  server.answer(listResults, { data, meta: { per_page: 20, next_cursor: null, votes_count: 61, method: 'pairs' }, own, distribution });

beforeEach(() => {
  signIn('a-token', aMember());
  server = fakeServer();
});

const challenge = aChallenge({
  state: 'results',
  viewer: { entries: [anEntry({ id: 'entry-Salt', title: 'Salt', feedback: [{ id: 'f', text: 'Wait for a cloud.' }] })] },
});
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('entries that share a place are winners together, and the table has all figures', async () => {
  answer(ranked);
  const { user } = await renderScreen(<Results challenge={challenge} />);
  const winners = within(await screen.findByRole('region', { name: 'Winners' }));
  expect(winners.getAllByRole('listitem').map((item) => item.textContent?.replace(/Adéyẹmí.*|Ada.*/, ''))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Place 1Dust'),
      expect.stringContaining('Place 2Noon'),
      expect.stringContaining('Place 2Rain'),
    ]),
  );
  expect(winners.queryByText('Salt')).toBeNull();
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows().map((row) => cells(row)[0])).toEqual(['1', '2', '2', '4']);
  // Screen readers get the figures of the plot.
  expect(cells(rows()[0]!)[1]).toContain('76 to 82');
  expect(cells(rows()[3]!)[1]).toMatch(/Won: 0.*Undecided: 2.*Lost: 8/);
  expect(within(rows()[3]!).getByText('Yours')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(cells(rows()[0]!)).toEqual(['1', '79', '76 to 82', '5', '1', '4']);
  expect(screen.getByText('Wait for a cloud.')).toBeTruthy();
  expect(screen.getByText('“The rain says it all.”')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Mention/ })).toBeNull();
});

test('an own entry of a later page is pinned under the first ten, and the bars of all scores mark it', async () => {
  const first = Array.from({ length: 20 }, (_, n) => result(`Wall ${n}`, { place: n + 1, score: 90 - n }));
  const salt = result('Salt', { place: 38, score: 30, low: 21, high: 38 });
  const distribution = [0, 0, 0, 0, 3, 0, 5, 7, 0, 0, 0, 0, 0, 0, 4, 6, 4, 5, 1, 0];
  answer(first, { own: [salt], distribution });
  const { user } = await renderScreen(<Results challenge={challenge} />);
  const ranking = within(await screen.findByRole('region', { name: 'Ranking' }));
  const rows = ranking.getAllByRole('row').slice(1);
  expect(rows.slice(9, 12).map((row) => cells(row)[0])).toEqual(['10', '38', '11']);
  expect(within(rows[10]!).getByText('Yours')).toBeTruthy();
  const scores = within(screen.getByRole('region', { name: 'Where the 35 entries lie' }));
  const bins = scores.getAllByRole('row').slice(1);
  expect([bins.length, bins[0]!.textContent, bins.at(-1)!.textContent]).toEqual([15, '90 to 95 1', '20 to 25 3']);
  expect(bins.filter((bin) => within(bin).queryByText('Yours')).map((bin) => bin.textContent)).toEqual(['30 to 35 Yours5']);
  await user.click(scores.getByRole('button', { name: 'Show as table' }));
  expect(scores.getByRole('button', { name: 'Show as plot' })).toBeTruthy();
});

test('with too few votes there are no places, and no ranking', async () => {
  answer([result('Dust'), result('Noon')]);
  await renderScreen(<Results challenge={challenge} />);
  expect(await screen.findByRole('heading', { name: 'Too few votes for a ranking' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Winners' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Noon' })).toBeTruthy();
});

test('an admin mentions an entry, and takes the mention back', async () => {
  signIn('a-token', aMember({ role: 'admin' }));
  answer(ranked);
  server.answer(mentionEntry, { message: '' });
  const { user } = await renderScreen(<Results challenge={challenge} />);
  await user.click(await screen.findByRole('button', { name: 'Mention: Dust' }));
  await user.type(await screen.findByLabelText('Why do you mention it?'), 'Bold.');
  answer([{ ...ranked[0]!, mention: 'Bold.' }, ...ranked.slice(1)]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“Bold.”')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mention: Rain' }));
  await user.clear(await screen.findByDisplayValue('The rain says it all.'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.bodiesOf(mentionEntry)).toEqual([{ text: 'Bold.' }, { text: '' }]);
});

test('an entrant reports words of a voter', async () => {
  answer(ranked);
  server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
  server.answer(report, { message: '' });
  const { user } = await renderScreen(<Results challenge={challenge} />);
  await user.click(await screen.findByRole('button', { name: 'Report this feedback', description: 'Wait for a cloud.' }));
  await user.click(await screen.findByLabelText('Harassment or bullying'));
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await expect.poll(() => server.bodiesOf(report)).toEqual([{ subject_type: 'feedback', subject_id: 'f', reason: 'harassment' }]);
});
