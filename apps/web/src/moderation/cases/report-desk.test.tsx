import { addReportNote, readReport, type ReportCase, resolveReports, resolveTogether } from '@mbari/contract/moderation/cases';
import { listRules } from '@mbari/contract/moderation/rules';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { BulkResolveDialog } from './bulk-resolve-dialog.tsx';
import { Desk } from './desk.tsx';
import { Evidence } from './evidence.tsx';
import { ResolveDialog } from './resolve-dialogs.tsx';

describe('desk', () => {
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
});

describe('evidence', () => {
  const createdAt = '2026-01-05T10:00:00.000Z';
  const wording = { title: null, details: [], warning: null, images: [] };
  const snapshot = { ...wording, messages: [], is_current: false, created_at: createdAt };
  const report = { id: 'r1', resolution: null } as unknown as ReportCase;
  const noBackground = { history: [], reporters: [], notes: [] };

  test('an edited post is shown as reported, as it is now and with its earlier versions', async () => {
    fakeServer().answer(readReport, {
      data: {
        ...noBackground,
        evidence: [{ ...snapshot, id: 'e1', body: 'Reported words' }],
        now: { ...wording, body: 'Harmless' },
        versions: [{ version: 1, body: 'First words', edited_by: null, written_at: createdAt }],
      },
    });
    await renderScreen(<Evidence report={report} />);
    expect(await screen.findByText('Reported words')).toBeDefined();
    for (const text of ['As reported', 'Edited since', 'Now', 'Harmless', 'Earlier versions', 'First words'])
      expect(screen.getByText(text)).toBeDefined();
  });

  test('a deleted post is shown as reported, with its images', async () => {
    const image = { url: '/media/1/640.webp', width: 640, height: 480, color: '#884422', alt: 'A wall' };
    fakeServer().answer(readReport, {
      data: {
        ...noBackground,
        evidence: [{ ...snapshot, id: 'e1', title: 'A title', body: 'Reported words', images: [image] }],
        now: null,
        versions: [],
      },
    });
    await renderScreen(<Evidence report={report} />);
    expect(await screen.findByText('Deleted since')).toBeDefined();
    expect(screen.getByRole('img', { name: 'A wall' }).getAttribute('src')).toBe(image.url);
    expect(screen.queryByText('Now')).toBeNull();
  });

  test('a reported message is shown among those that the reporter added, without the conversation’s other messages', async () => {
    const image = { url: '/media/1/640.webp', width: 640, height: 480, color: '#884422', alt: 'A threat' };
    const message = { is_reported: false, warning: null, images: [], created_at: createdAt };
    fakeServer().answer(readReport, {
      data: {
        ...noBackground,
        evidence: [
          {
            ...snapshot,
            id: 'e1',
            body: null,
            messages: [
              { ...message, id: 'm1', author: null, body: 'Please stop' },
              { ...message, id: 'm2', is_reported: true, author: { name: 'Ada', username: 'ada' }, body: 'Rude words', images: [image] },
            ],
          },
        ],
        now: null,
        versions: [],
      },
    });
    await renderScreen(<Evidence report={report} />);
    const [before, reported] = await screen.findAllByRole('listitem');
    expect(before!.textContent).toMatch(/a former member.*Please stop/);
    expect(reported!.textContent).toMatch(/Ada.*@ada.*Reported.*Rude words/);
    expect(screen.getByRole('img', { name: 'A threat' })).toBeDefined();
    expect(screen.getByText(/Organisers cannot read others/)).toBeDefined();
    expect(screen.queryByText('Deleted since')).toBeNull();
  });
});

describe('resolve dialogs', () => {
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
});
