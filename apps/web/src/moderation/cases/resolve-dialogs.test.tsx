import { type ReportCase, resolveReports, resolveTogether } from '@mbari/contract/moderation/cases';
import { listRules } from '@mbari/contract/moderation/rules';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { BulkResolveDialog } from './bulk-resolve-dialog.tsx';
import { ResolveDialog } from './resolve-dialogs.tsx';

const report = { id: 'r1', subject: { type: 'photo', author: { name: 'Ada' } } } as unknown as ReportCase;
const rules = { version: 1, rules: [{ id: 'rule-1', title: 'Be kind.', body: '', is_urgent: false }] } as never;

const form = { busy: 'Sending...', failure: 'That did not work. Please try again.' };
const reasonChecks = { missing: { field: 'Reason', says: 'Choose a rule, or say why.' }, refusable: { field: 'Reason', name: 'note' } };

testForm('removing reported content', {
  ...form,
  ...reasonChecks,
  draw: () => <ResolveDialog act="remove" report={report} ruleId="" onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Reason'), ' Not yours. '),
  sends: resolveReports,
  body: { outcome: 'removed', note: 'Not yours.' },
  answer: { message: '' },
  button: 'Remove',
});

testForm('silencing a reported author', {
  ...form,
  draw: () => <ResolveDialog act="silence" report={report} ruleId="" onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Reason'), 'Three times now.'),
  sends: resolveReports,
  body: { outcome: 'silenced', note: 'Three times now.', until: expect.any(String) as string },
  answer: { message: '' },
  button: 'Mute',
  missing: reasonChecks.missing,
  refusable: { field: 'For how long', name: 'until' },
});

testForm('warning in bulk', {
  ...form,
  ...reasonChecks,
  draw: () => <BulkResolveDialog outcome="warned" cases={[report]} onClose={() => undefined} onDone={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Reason'), 'Not yours.'),
  sends: resolveTogether,
  body: { report_ids: ['r1'], outcome: 'warned', note: 'Not yours.' },
  answer: { data: [{ id: 'r1', refusal: null }], message: '' } as never,
  button: 'Warn',
});

test('a rule counts as a reason, and dismissing needs none', async () => {
  const server = fakeServer();
  server.answer(listRules, { data: rules });
  server.answer(resolveReports, { message: '' });
  const { user, unmount } = await renderScreen(<ResolveDialog act="remove" report={report} ruleId="" onClose={() => undefined} />);
  await user.selectOptions(await screen.findByLabelText('Rule'), 'rule-1');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await expect.poll(() => server.bodiesOf(resolveReports)).toEqual([{ outcome: 'removed', note: '', rule_id: 'rule-1' }]);
  unmount();
  const second = await renderScreen(<ResolveDialog act="keep" report={report} ruleId="" onClose={() => undefined} />);
  await second.user.click(screen.getByRole('button', { name: 'Keep' }));
  await expect.poll(() => server.bodiesOf(resolveReports)).toHaveLength(2);
});

test('if another organiser has already resolved the case, the dialog shows the refusal and closes', async () => {
  fakeServer().refuse(resolveReports, { status: 409, code: 'conflict', message: 'It has been resolved already.' });
  const onClose = vi.fn<() => void>();
  const { user } = await renderScreen(<ResolveDialog act="keep" report={report} ruleId="" onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await expect.poll(shownToasts).toEqual(['It has been resolved already.']);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a bulk act reports each failure', async () => {
  const refusal = { reason: 'alreadyResolved', message: 'It has been resolved already.' };
  const data = [
    { id: 'r1', refusal: null },
    { id: 'r2', refusal },
  ];
  fakeServer().answer(resolveTogether, { data, message: '' } as never);
  const onDone = vi.fn<(failures: unknown) => void>();
  const cases = [report, { ...report, id: 'r2' }];
  const { user } = await renderScreen(<BulkResolveDialog outcome="dismissed" cases={cases} onClose={() => undefined} onDone={onDone} />);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await expect.poll(shownToasts).toEqual(['1 item has been resolved.']);
  expect(onDone.mock.calls).toMatchObject([[[{ id: 'r2', reason: refusal.message }]]]);
});
