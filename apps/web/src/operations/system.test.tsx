import { readSecurity } from '@mbari/contract/identity/security';
import {
  checkSystem,
  readSystem,
  sendTestMail,
  startBackup,
  type System,
  type SystemFinding,
  testBackup,
} from '@mbari/contract/operations/system';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import AdminSystemPage from '~/pages/admin-system-page.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { StartBackupDialog } from './start-backup-dialog.tsx';

const at = '2026-11-30T10:00:00.000Z';
const well: System = {
  version: { product: '0.1.0', started_at: at, update: null },
  storage: { photos_bytes: 5e9, database_bytes: 1e9, disk: { free: 5e10, total: 1e11, reserve: 1e9 }, full_on: null },
  database: { latency: 1.2, slowest: null },
  jobs: [],
  mails: { has_server: true, sent: 12, failed: [] },
  errors: [],
  backups: {
    hour: 3,
    is_running: false,
    succeeded_at: at,
    file: 'mbari.tar',
    size_bytes: 1e9,
    seconds: 61,
    missing_files: 0,
    failure: null,
    test_restore: { is_running: false, succeeded_at: null, file: null, seconds: null, failure: null, is_overdue: false },
  },
  limits: [{ limit: 'connections', used: 3, most: 100 }],
  refusals: [],
};
const kept = well.backups as Exclude<System['backups'], null | 'off'>;
const fine: SystemFinding[] = [{ check: 'mail', state: 'ok', text: 'the mail server accepts the connection' }];

async function show(system: Partial<System>, findings = fine) {
  const server = fakeServer();
  signIn('a-token', aMember({ role: 'admin' }));
  server.answer(readSystem, { data: { ...well, ...system } });
  server.answer(checkSystem, { data: findings, checked_at: at });
  const { user } = await renderScreen(<AdminSystemPage />);
  await screen.findByRole('heading', { name: 'Backups' });
  return { server, user };
}

const needs = (): string[] =>
  within(screen.getByRole('region', { name: 'Needs you' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('without problems, one sentence says so', async () => {
  await show({});
  screen.getByText(/Everything works\./);
  expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
});

test('unsent mails, failed jobs, a filling disk and failed checks are shown first, with what to do', async () => {
  await show(
    {
      mails: {
        has_server: true,
        sent: 0,
        failed: [{ kind: 'welcome', to: 'k…@example.org', reason: '535 Authentication failed', tries: 2, given_up: false, failed_at: at }],
      },
      jobs: [
        { task: 'sweep_tags', failed: 2, retrying: 0, waiting: 0, running: 0, oldest_at: null, last_error: 'no such tag' },
        { task: 'send_mail', failed: 0, retrying: 1, waiting: 0, running: 0, oldest_at: null, last_error: null },
      ],
      storage: { ...well.storage!, full_on: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) },
    },
    [
      { check: 'backups', state: 'failed', text: 'the last one was made 72 hours ago.' },
      { check: 'images', state: 'no_answer', text: '' },
      ...fine,
    ],
  );
  expect(needs()).toEqual([
    '1 mail could not be sent. 535 Authentication failedTry Again',
    '2 jobs failed: sweep_tags. no such tagTry Again',
    expect.stringMatching(/^The disk will be full around .* growth\. 46\.6 GB are free\.$/),
    'Backups. the last one was made 72 hours ago.',
    'Image store. No answer',
  ]);
});

test('unexpected errors of the day are counted in the summary', async () => {
  const error = { name: 'TypeError', code: '', last_at: at };
  await show({
    errors: [
      { ...error, place: 'send_mail', count: 3 },
      { ...error, place: 'GET /api/v1/me', count: 1 },
    ],
  });
  expect(needs()).toEqual(['4 errors in 24 hours. send_mail']);
});

test('a part without an answer is in the summary once, and hides no other part', async () => {
  await show({ mails: null, jobs: null, backups: null }, [{ check: 'backups', state: 'no_answer', text: '' }, ...fine]);
  expect(needs()).toEqual(['Jobs. No answer', 'Mail. No answer', 'Backups. No answer']);
  expect(within(screen.getByRole('region', { name: 'Mail' })).getByText('No answer')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Storage' })).getByText('Photos')).toBeTruthy();
});

test('the answer of the mail server to a test mail is shown word for word', async () => {
  const { server, user } = await show({});
  server.answer(sendTestMail, { data: { is_sent: false, to: 'ada@example.org', answer: '550 5.7.1 Relaying denied' } });
  await user.click(screen.getByRole('button', { name: 'Send a test mail' }));
  await screen.findByText('550 5.7.1 Relaying denied');
  screen.getByText('Not sent to ada@example.org. The answer was:');
});

test('the newest backup is tested, and a failed test restore is shown with its reason', async () => {
  const { server, user } = await show({
    backups: {
      ...kept,
      test_restore: { ...kept.test_restore, failure: { at, reason: 'a photo is missing' } },
    },
  });
  screen.getByText('a photo is missing');
  server.answer(testBackup, { message: '' });
  await user.click(screen.getByRole('button', { name: 'Test it' }));
  await expect.poll(shownToasts).toEqual(['The newest backup is being restored as a test.']);
});

test('a test restore that is overdue is shown as a problem', async () => {
  await show({ backups: { ...kept, test_restore: { ...kept.test_restore, is_overdue: true } } });
  within(screen.getByText('Not restored as a test yet').closest('li')!).getByRole('img', { name: 'Problem' });
});

testForm('starting a backup', {
  busy: 'Sending…',
  failure: 'Something went wrong. Please try again.',
  draw: (server) => {
    server.answer(readSecurity, {
      data: {
        ...{ has_password: true, email: 'ada@example.org', pending_email: null },
        ...{ passkeys: [], totp: { is_enabled: false, recovery_codes_left: 0 }, providers: [] },
      },
    });
    return <StartBackupDialog onClose={() => undefined} />;
  },
  fill: async (user) => user.type(screen.getByLabelText('Your password'), 'four hens'),
  sends: startBackup,
  body: { password: 'four hens' },
  answer: { message: '' },
  button: 'Back up now',
  refusable: { field: 'Your password', name: 'password' },
});
