import './own-entries.tsx';
import './results.tsx';
import { listRules } from '@mbari/contract/moderation/rules';
import {
  type Challenge,
  type ChallengeResult,
  createChallenge,
  enterChallenge,
  listResults,
  mentionEntry,
  updateChallenge,
  withdrawEntry,
} from '@mbari/contract/photos/challenges';
import { listPhotos } from '@mbari/contract/photos/feed';
import { report } from '@mbari/contract/platform/reports';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aChallenge, anEntry } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testConflict } from '~/testing/test-form.tsx';
import { ChallengeEditor } from './challenge-editor.tsx';
import { ChallengeView } from './challenge-view.tsx';
import { Results } from './results.tsx';

describe('challenge editor', () => {
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
});

describe('challenge view', () => {
  // Loaded before the tests, because one ends before these arrive.

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
});

describe('results', () => {
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
});
