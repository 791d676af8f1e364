import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { emptyPoll, type NewPoll, type PollDraft, pollOf, problemsOf } from './poll-draft.ts';
import { PollForm } from './poll-form.tsx';
import { usePollField } from './use-poll-field.tsx';

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
