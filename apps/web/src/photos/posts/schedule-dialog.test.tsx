import { listScheduledPosts, schedulePhoto } from '@mbari/contract/photos/archive';
import * as sentences from '@mbari/contract/platform/sentences';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import ArchivedPage from '~/pages/archived-page.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { PhotoDetails } from './photo-details.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const instant = (local: string): string => new Date(local).toISOString();
const photo = aPhoto({ scheduled: { at: instant('2027-01-02T03:04'), has_failed: false } });

async function setUp() {
  const onClose = vi.fn<() => void>();
  const { user, router } = await renderScreen(<ScheduleDialog photo={photo} onClose={onClose} />);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, onClose, press, router };
}

const time = () => screen.getByLabelText<HTMLInputElement>('Date and time');

test('the time of a scheduled post can be changed, in the time zone of the device', async () => {
  const changed = instant('2027-05-06T07:08');
  server.answer(schedulePhoto, { data: { ...photo, scheduled: { at: changed, has_failed: false } }, message: 'Photo scheduled' });
  const { onClose, press } = await setUp();
  expect(time().value).toBe('2027-01-02T03:04');
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'long' }).formatToParts(new Date('2027-01-02')).at(-1)!.value;
  expect(describedBy(time())).toBe(zone);
  fireEvent.change(time(), { target: { value: '2027-05-06T07:08' } });
  await press('Save changes');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.bodiesOf(schedulePhoto)).toEqual([{ publish_at: changed }]);
  expect(shownToasts()).toEqual(['The new time is saved.']);
});

test('a scheduled post can be shared now, and opens at its new address', async () => {
  server.answer(schedulePhoto, { data: aPhoto({ id: 'photo-2' }), message: 'Photo uploaded successfully!' });
  const { user, press, router } = await setUp();
  await user.selectOptions(screen.getByLabelText('When'), 'Now');
  expect(screen.queryByLabelText('Date and time')).toBeNull();
  await press('Share');
  await expect.poll(() => router.state.location.pathname).toBe('/post/photo-2');
  expect(server.bodiesOf(schedulePhoto)).toEqual([{ publish_at: null }]);
  expect(shownToasts()).toEqual([sentences.uploaded]);
});

test('an empty time is not sent, and a refused one is shown at the field', async () => {
  server.refuse(schedulePhoto, { status: 422, errors: { publish_at: ['Choose a time in the future, at most a year ahead.'] } });
  const { press } = await setUp();
  fireEvent.change(time(), { target: { value: '' } });
  await press('Save changes');
  expect(describedBy(time())).toContain('Choose a date and a time.');
  expect(server.bodiesOf(schedulePhoto)).toEqual([]);
  fireEvent.change(time(), { target: { value: '2020-05-06T07:08' } });
  await press('Save changes');
  await expect.poll(() => describedBy(time())).toContain('Choose a time in the future, at most a year ahead.');
});

test('the details of a scheduled post name its time, or say that it was not published', async () => {
  const { rerender } = await renderScreen(<PhotoDetails photo={photo} image={undefined} />);
  expect(await screen.findByText(/^Scheduled for 2 Jan 2027,? .*03:04.*: only you see this$/)).toBeDefined();
  rerender(<PhotoDetails photo={{ ...photo, scheduled: { ...photo.scheduled!, has_failed: true } }} image={undefined} />);
  expect(await screen.findByText('Not published at its time: only you see this')).toBeDefined();
});

test('without scheduled posts, the list says how to schedule one', async () => {
  server.answer(listScheduledPosts, { data: [] });
  await renderScreen(<ArchivedPage />, { path: '/archived?tab=scheduled' });
  expect(await screen.findByRole('heading', { name: 'Nothing scheduled' })).toBeDefined();
});
