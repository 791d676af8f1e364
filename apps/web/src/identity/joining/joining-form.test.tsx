import { type Joining, changeJoining } from '@mbari/contract/identity/joining';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { describedBy, testForm } from '~/testing/test-form.tsx';
import { JoiningForm } from './joining-form.tsx';

const joining = {
  mode: 'open',
  members_invite: false,
  block_aliases: true,
  question: null,
  wave: 20,
  closed_until: null,
  version: 3,
} as unknown as Joining;
const question = 'Question for people who ask to join';
const wave = 'Most sign-ups in one hour';

testForm('the joining settings', {
  draw: () => <JoiningForm joining={joining} />,
  fill: async (user) => {
    await user.click(screen.getByLabelText('Keep suspended members from coming back'));
    await user.click(screen.getByLabelText('By approval'));
    await user.type(screen.getByLabelText(question), 'What do you make?');
  },
  sends: changeJoining,
  body: { mode: 'approval', members_invite: false, block_aliases: false, question: 'What do you make?', wave: 20, version: 3 },
  answer: { data: joining, message: '' },
  button: 'Save',
  busy: 'Saving',
  failure: 'That could not be saved.',
  refusable: { field: question, name: 'question' },
});

test('an invalid number is reported at its field, which gets the focus, and nothing is sent', async () => {
  const server = fakeServer();
  const { user } = await renderScreen(<JoiningForm joining={joining} />);
  await user.type(screen.getByLabelText(wave), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(describedBy(screen.getByLabelText(wave))).toContain('Choose a whole number from 0 to');
  expect(document.activeElement).toBe(screen.getByLabelText(wave));
  expect(server.bodiesOf(changeJoining)).toEqual([]);
});

testConflict('the joining settings', {
  draw: () => <JoiningForm joining={{ ...joining, mode: 'approval' }} />,
  fill: (user) => user.type(screen.getByLabelText(question), 'What do you make?'),
  sends: changeJoining,
  answer: { data: joining, message: '' },
  button: 'Save',
  stored: { ...joining, mode: 'approval', question: 'Who are you?', version: 4 },
  field: question,
  name: 'question',
  mine: 'What do you make?',
  theirs: 'Who are you?',
});
