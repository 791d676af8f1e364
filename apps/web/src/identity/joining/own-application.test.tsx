import { type OwnApplication as Application, answerApplication, readOwnApplication } from '@mbari/contract/identity/applications';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { OwnApplication } from './own-application.tsx';

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
