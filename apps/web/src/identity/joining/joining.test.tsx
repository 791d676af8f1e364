import { answerApplication, type OwnApplication as Application, readOwnApplication } from '@mbari/contract/identity/applications';
import { createInvitation } from '@mbari/contract/identity/invitations';
import { changeJoining, type Joining } from '@mbari/contract/identity/joining';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy, testConflict, testForm } from '~/testing/test-form.tsx';
import { JoiningForm } from './joining-form.tsx';
import { NewInvitationDialog } from './new-invitation-dialog.tsx';
import { OwnApplication } from './own-application.tsx';

describe('joining form', () => {
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
});

const link = 'https://mbari.example/register#invited';
const dialog = () => <NewInvitationDialog maximum={{ most_uses: 5, most_days: 30 }} onClose={() => undefined} />;

testForm('a new invitation', {
  draw: dialog,
  fill: async (user) => {
    await user.type(screen.getByLabelText(/Who is it for/), ' Aunt Ngozi ');
    await user.selectOptions(screen.getByLabelText('How long it lasts'), '30');
  },
  sends: createInvitation,
  body: { note: 'Aunt Ngozi', max_uses: 1, days: 30 },
  answer: { link } as never,
  button: 'Create link',
  busy: 'Creating link',
  failure: 'The link could not be created.',
  refusable: { field: 'How many people', name: 'max_uses' },
});

test('the dialog offers no more days than allowed and shows the new link once', async () => {
  fakeServer().answer(createInvitation, { link } as never);
  const { user } = await renderScreen(dialog());
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['1 day', '7 days', '30 days']);
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByRole('heading', { name: 'Your link is ready' });
  expect(screen.getByLabelText('Link')).toHaveProperty('value', link);
});

describe('own application', () => {
  const question = 'What do you make?';
  const unsentApplication = { state: 'unsent', question, answer: null, reason: null } as unknown as Application;

  testForm('the answer of an applicant', {
    draw: (server) => {
      server.answer(readOwnApplication, { data: unsentApplication });
      return <OwnApplication />;
    },
    fill: (user) => user.type(screen.getByLabelText(question), 'Doors. '),
    sends: answerApplication,
    body: { answer: 'Doors.' },
    answer: { data: { ...unsentApplication, state: 'waiting', answer: 'Doors.' }, message: '' },
    button: 'Send my answer',
    busy: 'Sending',
    failure: 'Your answer could not be sent. Please try again.',
    missing: { field: question, says: 'Write an answer first.' },
    refusable: { field: question, name: 'answer' },
  });

  test('a waiting applicant can change the answer, but cannot send an unchanged answer', async () => {
    const server = fakeServer();
    const waitingApplication = { ...unsentApplication, state: 'waiting', answer: 'Doors.' } as Application;
    server.answer(readOwnApplication, { data: waitingApplication });
    const { user } = await renderScreen(<OwnApplication />);
    const change = await screen.findByRole('button', { name: 'Change my answer' });
    expect(change).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText(question), ' And stools.');
    server.answer(answerApplication, { data: { ...waitingApplication, answer: 'Doors. And stools.' }, message: '' });
    await user.click(change);
    await expect.poll(() => server.bodiesOf(answerApplication)).toEqual([{ answer: 'Doors. And stools.' }]);
    await expect.poll(shownToasts).toEqual(['Sent to the organisers']);
  });
});
