import { type ReportCase, addReportNote, readReport } from '@mbari/contract/moderation/cases';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { Desk } from './desk.tsx';

const report = { id: 'r1', assignee: null, viewer: { has_taken: false } } as unknown as ReportCase;
const background = { data: { evidence: [], now: null, versions: [], history: [], reporters: [], notes: [] } };
const label = 'A note for other organisers';

testForm('a note about a report', {
  draw: (server) => {
    server.answer(readReport, background);
    return <Desk report={report} />;
  },
  fill: (user) => user.type(screen.getByLabelText(label), ' I know her. '),
  sends: addReportNote,
  body: { body: 'I know her.' },
  answer: { message: '' },
  button: 'Add note',
  busy: 'Sending...',
  failure: 'That did not work. Please try again.',
  missing: { field: label, says: 'Write something.' },
  refusable: { field: label, name: 'body' },
});

test('adding a note empties the field', async () => {
  const server = fakeServer();
  server.answer(readReport, background);
  server.answer(addReportNote, { message: '' });
  const { user } = await renderScreen(<Desk report={report} />);
  const field = await screen.findByLabelText<HTMLTextAreaElement>(label);
  await user.type(field, 'I know her.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await expect.poll(() => field.value).toBe('');
});
