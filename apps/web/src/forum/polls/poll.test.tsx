import { closePoll, listPollVoters, type Poll as PollShown, votePoll } from '@mbari/contract/forum/polls';
import { cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { emptyPoll, type NewPoll, type PollDraft, pollOf, problemsOf } from './poll-draft.ts';
import { PollForm } from './poll-form.tsx';
import { Poll } from './poll.tsx';
import { usePollField } from './use-poll-field.tsx';

const choiceId = (last: number): string => `01890000-0000-7000-8000-00000000010${last}`;

const aPoll = (own: Partial<PollShown> = {}): PollShown => ({
  question: 'Which dye?',
  choices: [
    { id: choiceId(1), text: 'Indigo', votes_count: null },
    { id: choiceId(2), text: 'Kola', votes_count: null },
  ],
  several: false,
  closes_at: null,
  is_closed: false,
  voters_count: 3,
  mine: [],
  viewer: { may_vote: true, may_close: false },
  ...own,
});

describe('poll', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
  });

  const post = { id: '01890000-0000-7000-8000-000000000011', topic_id: '01890000-0000-7000-8000-000000000010', number: 2 };
  const [indigo, kola] = aPoll().choices.map(({ id }) => id) as [string, string];
  /** Returns a poll with three voters, one of them for indigo. */
  const counted = (own: Partial<PollShown> = {}): PollShown =>
    aPoll({
      choices: [
        { id: indigo, text: 'Indigo', votes_count: 1 },
        { id: kola, text: 'Kola', votes_count: 2 },
      ],
      mine: [kola],
      ...own,
    });

  /** Simulates the page, which renders the poll again when the cache changes. */
  let show: (poll: PollShown) => void;
  function Page({ first }: { first: PollShown }) {
    const [poll, setPoll] = useState(first);
    useEffect(() => void (show = setPoll), []);
    return <Poll post={post} poll={poll} />;
  }
  const open = (poll: PollShown) => renderScreen(<Page first={poll} />);
  const results = (): string[] => screen.getAllByRole('listitem').map((item) => item.textContent);

  test('submitting without a choice sends nothing and focuses the choices', async () => {
    const { user } = await open(aPoll());
    await user.click(screen.getByRole('button', { name: 'Vote' }));
    expect(await screen.findByText('Choose something first.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Indigo' }));
    expect(server.bodiesOf(votePoll)).toEqual([]);
  });

  test('a vote by keyboard leaves the focus at the poll', async () => {
    server.answer(votePoll, { data: counted(), message: 'Vote counted' });
    const { user } = await open(aPoll());
    await user.click(screen.getByRole('radio', { name: 'Kola' }));
    await user.keyboard('{Enter}');
    await expect.poll(() => server.bodiesOf(votePoll)).toEqual([{ choices: [kola] }]);
    show(counted());
    expect(await screen.findByText('67%')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Which dye?' }));
    expect(screen.getByText('Your vote counts.').getAttribute('role')).toBe('status');
  });

  test('a multiple-choice poll sends several choices', async () => {
    server.answer(votePoll, { data: counted(), message: 'Vote counted' });
    const { user } = await open(aPoll({ several: true }));
    await user.click(screen.getByRole('checkbox', { name: 'Kola' }));
    await user.click(screen.getByRole('checkbox', { name: 'Indigo' }));
    await user.click(screen.getByRole('button', { name: 'Vote' }));
    await expect.poll(() => server.bodiesOf(votePoll)).toEqual([{ choices: [kola, indigo] }]);
  });

  test('results show percentages and mark the viewer’s choice', async () => {
    await open(counted());
    expect(results()).toEqual(['Indigo33% 1 vote', 'Kola (your choice)67% 2 votes']);
  });

  test('percentages of a multiple-choice poll are of voters', async () => {
    const choices = counted().choices.map((choice) => ({ ...choice, votes_count: 3 }));
    await open(counted({ several: true, choices }));
    expect(results()).toEqual(['Indigo100% 3 votes', 'Kola (your choice)100% 3 votes']);
  });

  test('a member can cancel a change of their vote, change the vote, or withdraw it', async () => {
    server.answer(votePoll, { data: counted(), message: 'Vote counted' });
    const { user } = await open(counted());
    await user.click(screen.getByRole('button', { name: 'Change my vote' }));
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Kola' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(results()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Change my vote' }));
    await user.click(screen.getByRole('radio', { name: 'Indigo' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => server.bodiesOf(votePoll)).toEqual([{ choices: [indigo] }]);
    await user.click(await screen.findByRole('button', { name: 'Change my vote' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw my vote' }));
    await expect.poll(() => server.bodiesOf(votePoll)).toHaveLength(2);
    expect(server.bodiesOf(votePoll)[1]).toEqual({ choices: [] });
    await expect.poll(() => screen.queryByRole('button', { name: 'Withdraw my vote' })).toBeNull();
    show(aPoll());
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Kola' })).checked).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('region'));
  });

  test('voting in a closed poll shows an error and keeps the choice', async () => {
    server.refuse(votePoll, { status: 409, code: 'poll_closed', message: 'This poll is closed.' });
    const { user } = await open(aPoll());
    await user.click(screen.getByRole('radio', { name: 'Kola' }));
    await user.click(screen.getByRole('button', { name: 'Vote' }));
    await expect.poll(shownToasts).toEqual(['This poll is closed.']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Kola' }).checked).toBe(true);
  });

  test('closing a poll asks for confirmation', async () => {
    server.answer(closePoll, { data: counted({ is_closed: true }), message: 'Poll closed' });
    const { user } = await open(aPoll({ viewer: { may_vote: true, may_close: true } }));
    await user.click(screen.getByRole('button', { name: 'Close the poll' }));
    expect(server.bodiesOf(closePoll)).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Close the poll' }).at(-1)!);
    await expect.poll(() => server.bodiesOf(closePoll)).toHaveLength(1);
  });

  test('voters can be listed only after closing', async () => {
    const author = {
      id: '01890000-0000-7000-8000-000000000003',
      name: 'Ṣadé Bánkọ́lé',
      username: 'sade',
      avatar_url: null,
      profile: { profile_image: null },
      subscription: { is_active: false, is_paid_plan: false, plan_name: null },
    };
    const meta = { current_page: 1, last_page: 1, per_page: 20, total: 1, next_cursor: null };
    server.answer(listPollVoters, { data: [author], meta });
    const { user, unmount } = await open(counted());
    expect(screen.queryByRole('button', { name: 'Who voted' })).toBeNull();
    unmount();
    await open(counted({ is_closed: true, viewer: { may_vote: false, may_close: false } }));
    await user.click(screen.getByRole('button', { name: 'Who voted' }));
    await expect.poll(() => screen.queryAllByRole('link', { name: 'Ṣadé Bánkọ́lé' })).toHaveLength(2);
  });

  const inTime = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
  test.each<[how: string, own: Partial<PollShown>, sentence: string]>([
    ['open', { closes_at: null }, '3 people voted'],
    ['open for days', { closes_at: inTime(3.1 * 86_400_000) }, '3 people voted · Ends in 3 days'],
    ['open for an hour', { closes_at: inTime(3_620_000) }, '3 people voted · Ends in 1 hour'],
    ['about to end', { closes_at: inTime(5_000) }, '3 people voted · Ends in a moment'],
    ['closed', { is_closed: true, viewer: { may_vote: false, may_close: false } }, '3 people voted · Closed'],
    ['in a locked topic', { viewer: { may_vote: false, may_close: false } }, '3 people voted · The topic is locked'],
  ])('a poll that is %s describes its state', async (_how, own, sentence) => {
    await open(aPoll(own));
    expect(screen.getByText(sentence)).toBeTruthy();
  });
});

describe('poll form', () => {
  let current: PollDraft;
  function Page() {
    const [draft, setDraft] = useState(emptyPoll);
    const change = (next: PollDraft): void => {
      current = next;
      setDraft(next);
    };
    return <PollForm draft={draft} onChange={change} onRemove={() => undefined} problems={problemsOf(draft)} />;
  }
  const open = () => renderScreen(<Page />);
  const choice = (number: number) => screen.getByLabelText<HTMLInputElement>(`Choice ${number}`);
  const texts = (): string[] => current.choices.map(({ text }) => text);

  test('Enter moves to the next choice and appends one after the last', async () => {
    const { user } = await open();
    await user.type(choice(1), 'Indigo{Enter}');
    expect(document.activeElement).toBe(choice(2));
    await user.type(choice(2), 'Kola{Enter}');
    expect(document.activeElement).toBe(choice(3));
    await user.keyboard('Camwood');
    expect(texts()).toEqual(['Indigo', 'Kola', 'Camwood']);
  });

  test('choices are reordered by keyboard, and the focus follows', async () => {
    const { user } = await open();
    await user.type(choice(1), 'Indigo{Enter}Kola{Enter}Camwood');
    await user.click(screen.getByRole('button', { name: 'Move choice 3 up' }));
    expect(texts()).toEqual(['Indigo', 'Camwood', 'Kola']);
    expect(screen.getByText('Moved to position 2').getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move choice 2 up' }));
    await user.keyboard('{Enter}');
    expect(texts()).toEqual(['Camwood', 'Indigo', 'Kola']);
    // In the first position, the button is disabled, so the text field has the focus.
    expect(document.activeElement).toBe(choice(1));
  });

  test('choices can be removed down to two and added up to twelve', async () => {
    const { user } = await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove choice 1' }).disabled).toBe(true);
    const add = () => screen.queryByRole('button', { name: 'Add a choice' });
    for (let more = 0; more < 10; more += 1) await user.click(add()!);
    expect([current.choices.length, add()]).toEqual([12, null]);
    await user.click(screen.getByRole('button', { name: 'Remove choice 12' }));
    expect(document.activeElement).toBe(choice(11));
  });

  test('the request leaves out empty choices and has the end time', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText(/Question/), ' Which dye? ');
    await user.type(choice(1), ' Indigo {Enter}Kola{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'People may choose several' }));
    await user.selectOptions(screen.getByLabelText('End'), 'In a week');
    expect(pollOf(current, 0)).toEqual({
      question: 'Which dye?',
      choices: ['Indigo', 'Kola'],
      several: true,
      closes_at: '1970-01-08T00:00:00.000Z',
    });
    await user.selectOptions(screen.getByLabelText('End'), 'When I close it');
    expect(pollOf(current).closes_at).toBeNull();
  });

  test('too few choices, duplicates and a past end are reported at their fields', async () => {
    const { user } = await open();
    expect(screen.getByText('A poll needs at least 2 choices.')).toBeTruthy();
    await user.type(choice(1), 'Kola{Enter}kola');
    expect(choice(2).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This choice is already in the list.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('End'), 'At a time I choose');
    expect(screen.getByText('Choose a day and a time.')).toBeTruthy();
    const time = (): HTMLInputElement => screen.getByLabelText('Day and time');
    await user.type(time(), '2020-01-01T12:00');
    expect(screen.getByText('Choose a time in the future.')).toBeTruthy();
    await user.clear(time());
    await user.type(time(), '2999-01-01T12:00');
    expect(screen.getByText('A poll can be open for at most a year.')).toBeTruthy();
  });

  /** Renders a minimal post form with a poll. */
  function Writing({ onSend }: { onSend: (poll: NewPoll | null | undefined) => void }) {
    const poll = usePollField('new:');
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(poll.read());
        }}
      >
        {poll.form}
        {poll.button}
        <button type="submit">Post</button>
      </form>
    );
  }

  test('a form has a poll only after adding one, until it is removed', async () => {
    const sent: (NewPoll | null | undefined)[] = [];
    const { user } = await renderScreen(<Writing onSend={(poll) => sent.push(poll)} />);
    const post = () => user.click(screen.getByRole('button', { name: 'Post' }));
    await post();
    await user.click(screen.getByRole('button', { name: 'Add a poll' }));
    await screen.findByLabelText(/Question/);
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/Question/));
    await post();
    expect(sent).toEqual([null, undefined]);
    expect(screen.getByText('A poll needs at least 2 choices.')).toBeTruthy();
    expect(document.activeElement).toBe(choice(1));
    await user.type(choice(1), 'Indigo{Enter}Kola');
    expect(screen.queryByText('A poll needs at least 2 choices.')).toBeNull();
    await post();
    await post();
    // A retry sends identical content, so that it is posted once.
    expect(sent[2]?.choices).toEqual(['Indigo', 'Kola']);
    expect(sent[3]).toBe(sent[2]);
    await user.click(screen.getByRole('button', { name: 'Remove the poll' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a poll' }));
    await post();
    expect(sent[4]).toBeNull();
  });

  test('an unposted poll reappears when the form is reopened, until it is removed', async () => {
    const open = async () => (await renderScreen(<Writing onSend={() => undefined} />)).user;
    const begun = await open();
    await begun.click(screen.getByRole('button', { name: 'Add a poll' }));
    await begun.type(await screen.findByLabelText(/Question/), 'Which dye?');
    cleanup();
    const again = await open();
    expect(await screen.findByLabelText(/Question/)).toHaveProperty('value', 'Which dye?');
    await again.click(screen.getByRole('button', { name: 'Remove the poll' }));
    cleanup();
    await open();
    expect(screen.getByRole('button', { name: 'Add a poll' })).toBeTruthy();
  });
});
