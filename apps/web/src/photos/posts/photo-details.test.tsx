import { archivePhoto, listArchivedPosts, listScheduledPosts, schedulePhoto, unarchivePhoto } from '@mbari/contract/photos/archive';
import { readPhoto } from '@mbari/contract/photos/posts';
import * as sentences from '@mbari/contract/platform/sentences';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import ArchivedPage from '~/pages/archived-page.tsx';
import { SaveButton } from '~/photos/save-button.tsx';
import { postKey, savedPostsKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage, aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { toggleArchived } from './archive-post.ts';
import { photoById } from './photo-by-id.ts';
import { PhotoDetails } from './photo-details.tsx';
import { Picture } from './picture.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

test('the details of a photo name its location, which leads to its photos', async () => {
  await renderScreen(<PhotoDetails photo={aPhoto({ location_name: 'Nsukka' })} image={undefined} />);
  const location = await screen.findByText('Nsukka');
  expect(location.closest('p')?.textContent).toBe('Where it was taken: Nsukka');
  expect(location.closest('a')?.getAttribute('href')).toBe('/place/Nsukka');
});

test.each([
  ['me', 'Only you see this'],
  ['followers', 'For followers'],
] as const)('the details say that a photo is for %s', async (audience, words) => {
  await renderScreen(<PhotoDetails photo={aPhoto({ audience })} image={undefined} />);
  expect(await screen.findByText(words)).toBeDefined();
});

test('the details of an imported photo name the day on which it was taken, whatever the reader’s time zone', async () => {
  const photo = aPhoto({ taken_at: '2019-05-03T00:10:00Z' });
  const { unmount } = await renderScreen(<PhotoDetails photo={photo} image={undefined} />);
  expect(await screen.findByText('Taken on 3 May 2019')).toBeDefined();
  unmount();
  await renderScreen(<PhotoDetails photo={{ ...photo, taken_at: '2019-05-03T23:50:00Z' }} image={undefined} />);
  expect(await screen.findByText('Taken on 3 May 2019')).toBeDefined();
});

test('a photo for everyone says nothing of its audience', async () => {
  const { container } = await renderScreen(<PhotoDetails photo={aPhoto({ audience: 'public' })} image={undefined} />);
  expect(container.querySelector('.photo-details')).toBeNull();
});

test('a photo without details shows no list of details', async () => {
  const { container } = await renderScreen(<PhotoDetails photo={aPhoto()} image={undefined} />);
  expect(container.querySelector('.photo-details')).toBeNull();
});

test('a content warning names its reason and origin, and for the author an appeal', async () => {
  const warning = { reason: 'death', by: 'organisers', is_blurred: false, decision_id: 'decision-1' } as const;
  await renderScreen(<PhotoDetails photo={aPhoto({ warning })} image={undefined} />);
  const reason = await screen.findByText('Death');
  expect(reason.closest('span')?.textContent).toBe('Content warning: Death. Set by the organisers. Appeal');
  expect(screen.getByRole('link', { name: 'Appeal' }).getAttribute('href')).toBe('/decisions/decision-1');
});

const plain = anImage();
const withAvif = (id: string) => anImage({ id, srcset: { ...plain.srcset, avif: '/media/image-1/640.avif 640w' } });
const formats = () => [...document.querySelectorAll('source')].map(({ type }) => type);

function Steps({ images }: { images: readonly (typeof plain)[] }) {
  const [step, setStep] = useState(0);
  return (
    <>
      <Picture image={images[step]!} sizes="640px" title="Adire" />
      <button type="button" onClick={() => setStep(step + 1)}>
        On
      </button>
    </>
  );
}

test('a displayed image does not reload for a later AVIF, and the next image uses its own AVIF', async () => {
  const { user } = await renderScreen(<Steps images={[plain, withAvif(plain.id), withAvif('image-2')]} />);
  expect(formats()).toEqual(['image/webp']);
  await user.click(screen.getByRole('button', { name: 'On' }));
  expect(formats()).toEqual(['image/webp']);
  await user.click(screen.getByRole('button', { name: 'On' }));
  expect(formats()).toEqual(['image/avif', 'image/webp']);
});

describe('schedule dialog', () => {
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
});

describe('archive post', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', aMember());
  });

  function cachedPost(isArchived: boolean) {
    const client = new QueryClient();
    const photo = aPhoto({ is_archived: isArchived });
    client.setQueryData(postKey(photo.id), photo);
    client.setQueryData(savedPostsKey, { pages: [{ data: [photo], meta: { next_cursor: null } }], pageParams: [null] });
    const saved = () => client.getQueryData<{ pages: { data: unknown[] }[] }>(savedPostsKey)?.pages[0]?.data.length;
    return { client, photo, saved, isArchived: () => client.getQueryData<{ is_archived: boolean }>(postKey(photo.id))?.is_archived };
  }

  test('archiving a post removes it from lists and keeps its page', async () => {
    server.answer(archivePhoto, { message: 'Photo archived' });
    const { client, photo, saved, isArchived } = cachedPost(false);
    await toggleArchived(client, photo);
    expect([saved(), isArchived()]).toEqual([0, true]);
    await expect.poll(shownToasts).toContain('Archived. Only you see it now.');
  });

  test('unarchiving a post returns it to its place', async () => {
    server.answer(unarchivePhoto, { message: 'Photo back in its place' });
    const { client, photo, isArchived } = cachedPost(true);
    await toggleArchived(client, photo);
    expect(isArchived()).toBe(false);
    await expect.poll(shownToasts).toContain('It is back in its old place.');
  });

  test('a failure changes nothing', async () => {
    server.refuse(archivePhoto, { status: 500 });
    const { client, photo, saved, isArchived } = cachedPost(false);
    await toggleArchived(client, photo);
    expect([saved(), isArchived()]).toEqual([1, false]);
  });

  test('an empty archive explains itself', async () => {
    server.answer(listArchivedPosts, { data: [], meta: { per_page: 20, next_cursor: null } });
    await renderScreen(<ArchivedPage />);
    expect(await screen.findByRole('heading', { name: 'Nothing archived' })).toBeDefined();
  });
});

function Page() {
  const { data: photo } = useQuery(photoById('photo-1'));
  return photo && <SaveButton photo={photo} />;
}

test('a rejected save is reverted, with a message', async () => {
  const server = fakeServer();
  server.answer(readPhoto, { data: aPhoto() });
  const { user } = await renderScreen(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Save', pressed: false }));
  await expect.poll(shownToasts).toEqual(['This could not be saved. Please try again.']);
  expect(await screen.findByRole('button', { name: 'Save', pressed: false })).toBeTruthy();
});
