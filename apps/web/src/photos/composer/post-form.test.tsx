import './composer.tsx';
import { listCategories } from '@mbari/contract/photos/categories';
import { readChallenge } from '@mbari/contract/photos/challenges';
import { createPhoto, listOwnPlaces } from '@mbari/contract/photos/posts';
import { listOwnSeries } from '@mbari/contract/photos/series';
import * as sentences from '@mbari/contract/platform/sentences';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, signIn } from '~/platform/lib/session.ts';
import { aChallenge } from '~/testing/a-challenge.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { ComposerHost, openComposerWith, useSendingPost } from './composer-host.tsx';
import { PostForm } from './post-form.tsx';
import { sendKey } from './stored-draft.ts';

let server: ReturnType<typeof fakeServer>;

describe('post form', () => {
  beforeEach(() => {
    server = fakeServer();
    server.answer(listCategories, { data: [] });
    server.answer(listOwnSeries, { data: [] });
    server.answer(listOwnPlaces, { data: ['Nsukka', 'Nri'] });
    fakeUploads();
    signIn('a-token', aMember());
  });

  const imageFile = (name = 'cloth.jpg') => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], name, { type: 'image/jpeg' });

  /** A form that can be opened again while its post is away, as the + button does. */
  function Opened(props: ComponentProps<typeof PostForm>) {
    const [files, setFiles] = useState(props.files);
    return (
      <>
        <button type="button" onClick={() => setFiles([])}>
          Open again
        </button>
        <PostForm {...props} files={files} />
      </>
    );
  }

  async function reopenAfterFailure(user: UserEvent) {
    await expect.poll(shownToasts).toEqual([sentences.uploadFailed]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByText('Open again'));
    await press('Try again');
  }

  async function setUp(files: readonly File[] = [], opening: { challengeId?: string } = {}) {
    const onClose = vi.fn<() => void>();
    const onPosted = vi.fn<() => void>();
    const { user, router } = await renderScreen(
      <Opened memberId={aMember().id} draft={null} files={files} {...opening} onClose={onClose} onPosted={onPosted} />,
    );
    if (files.length > 0) await screen.findByRole('button', { name: 'Remove image 1' });
    return { user, router, onClose, onPosted };
  }

  const title = () => screen.getByLabelText<HTMLInputElement>('Title');
  const press = (name: string) => screen.findByRole('button', { name });

  test('an empty form is not sent, shows both errors and focuses the picker', async () => {
    const { user } = await setUp();
    await user.click(await press('Share'));
    expect(screen.getByText('Choose a photo to share.')).toBeDefined();
    expect(describedBy(title())).toBe('Give it a title.');
    expect(document.activeElement?.textContent).toContain('Choose a photo');
    expect(shownToasts()).toEqual([sentences.uploadIncomplete]);
    expect(screen.queryByText(sentences.uploadIncomplete, { selector: 'form *' })).toBeNull();
  });

  test('filling a field removes its error', async () => {
    const { user } = await setUp();
    await user.click(await press('Share'));
    await user.type(title(), 'A');
    expect(describedBy(title())).toBe('');
    expect(screen.getByText('Choose a photo to share.')).toBeDefined();
    await user.upload(screen.getByLabelText('Photos'), [imageFile()]);
    await screen.findByRole('button', { name: 'Remove image 1' });
    expect(screen.queryByText('Choose a photo to share.')).toBeNull();
  });

  test('the title gets the focus if only the title is missing', async () => {
    const { user } = await setUp([imageFile()]);
    await user.click(await press('Share'));
    expect(document.activeElement).toBe(title());
  });

  test('a missing alt text is asked for once, and is optional', async () => {
    const answer = { data: aPhoto(), receipt: null, message: 'Uploaded' };
    server.answer(createPhoto, answer);
    const { user, onPosted } = await setUp([imageFile()]);
    await user.type(title(), 'Adire{Enter}');
    await screen.findByRole('heading', { name: 'Add alt text?' });
    expect(server.bodiesOf(createPhoto)).toEqual([]);
    await user.click(await press('Share without alt text'));
    await expect.poll(() => onPosted.mock.calls.length).toBe(1);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ 'title': 'Adire', 'alt[0]': '' }]);
    // The success toast replaces the progress toast.
    expect(shownToasts()).toEqual([sentences.uploaded]);
  });

  test('the location, which offers the member’s earlier ones, is sent with the post, and its error is shown at its field', async () => {
    server.refuse(createPhoto, { status: 422, errors: { location_name: ['The location is too long.'] } });
    const { user } = await setUp([imageFile()]);
    const location = () => screen.getByLabelText<HTMLInputElement>('Where it was taken (optional)');
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(location(), 'Nsukka');
    expect(Array.from(location().list?.options ?? [], ({ value }) => value)).toEqual(['Nsukka', 'Nri']);
    await user.type(title(), 'Adire{Enter}');
    await reopenAfterFailure(user);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ title: 'Adire', location_name: 'Nsukka' }]);
    expect(describedBy(location())).toBe('The location is too long.');
  });

  test('a post for a later time is sent with it, and a refused time is shown at its field', async () => {
    server.refuse(createPhoto, { status: 422, errors: { publish_at: ['Choose a time in the future, at most a year ahead.'] } });
    const { user } = await setUp([imageFile()]);
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(title(), 'Adire');
    await user.selectOptions(screen.getByLabelText('When'), 'At a time');
    const time = () => screen.getByLabelText<HTMLInputElement>('Date and time');
    expect(new Date(time().value).getTime()).toBeGreaterThan(Date.now());
    fireEvent.change(time(), { target: { value: '2027-01-02T03:04' } });
    await user.click(await press('Schedule'));
    await reopenAfterFailure(user);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ title: 'Adire', publish_at: new Date('2027-01-02T03:04').toISOString() }]);
    expect(describedBy(time())).toContain('Choose a time in the future, at most a year ahead.');
  });

  test('a post that enters a challenge has no audience, time or warning, leads to the challenge, and can be taken out', async () => {
    server.answer(readChallenge, { data: aChallenge() });
    server.refuse(createPhoto, { status: 422, errors: { challenge_id: ['This challenge takes no photos now.'] } });
    const { user, router } = await setUp([imageFile()], { challengeId: 'challenge-1' });
    expect(await screen.findByText(/^You enter “Long shadows”/)).toBeDefined();
    for (const label of ['Who sees it', 'When', 'Content warning']) expect(screen.queryByLabelText(label)).toBeNull();
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(title(), 'Adire{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/challenges/challenge-1');
    await reopenAfterFailure(user);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ title: 'Adire', challenge_id: 'challenge-1', audience: 'public' }]);
    expect(await screen.findByText('This challenge takes no photos now.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Share without entering' }));
    server.answer(createPhoto, { data: aPhoto(), receipt: null, message: '' });
    await user.click(await press('Try again'));
    await expect.poll(() => server.bodiesOf(createPhoto)).toHaveLength(2);
    expect(server.bodiesOf(createPhoto)[1]).not.toHaveProperty('challenge_id');
  });

  test('a post is sent with its series; one that is full is named at its field, and nothing is lost', async () => {
    server.answer(listOwnSeries, { data: [{ id: 's1', title: 'Harmattan', is_complete: false, photos_count: 200, has_photo: false }] });
    server.refuse(createPhoto, { status: 422, errors: { series_id: ['A series holds at most 200 photos.'] } });
    const { user } = await setUp([imageFile()]);
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(title(), 'Adire');
    const series = () => screen.getByLabelText<HTMLSelectElement>('Series');
    await user.selectOptions(await screen.findByLabelText('Series'), 'Harmattan');
    await user.type(title(), '{Enter}');
    await reopenAfterFailure(user);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ title: 'Adire', series_id: 's1' }]);
    expect(describedBy(series())).toBe('A series holds at most 200 photos.');
    expect([title().value, series().value]).toEqual(['Adire', 's1']);
  });

  test('a paid member chooses who sees the post, and a refusal is shown at the choice', async () => {
    signIn('a-token', aMember({ viewer: { ...aMember().viewer, may_set_visibility: true } }));
    server.refuse(createPhoto, { status: 403, code: 'upgrade_required', errors: { audience: [sentences.upgradeForPostVisibility] } });
    const { user } = await setUp([imageFile()]);
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    expect(describedBy(screen.getByLabelText('Who sees it'))).toBe('');
    await user.selectOptions(screen.getByLabelText('Who sees it'), 'Only me');
    await user.type(title(), 'Adire{Enter}');
    await reopenAfterFailure(user);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ title: 'Adire', audience: 'me' }]);
    expect(describedBy(screen.getByLabelText('Who sees it'))).toBe(sentences.upgradeForPostVisibility);
  });

  test('a free member cannot restrict a post, and sees why', async () => {
    await setUp();
    const choice = screen.getByLabelText<HTMLSelectElement>('Who sees it');
    expect([...choice.options].filter(({ disabled }) => disabled).map(({ text }) => text)).toEqual(['Followers', 'Only me']);
    expect(describedBy(choice)).toBe(sentences.upgradeForPostVisibility);
  });

  test('Add alt text focuses the first empty field', async () => {
    const { user } = await setUp([imageFile()]);
    await user.type(title(), 'Adire{Enter}');
    await user.click(await press('Add alt text'));
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Alt text for image 1'));
  });

  test('an error is shown at its field, and the post can be sent again', async () => {
    server.refuse(createPhoto, { status: 422, message: 'The given data was invalid.', errors: { title: ['The title is too long.'] } });
    const { user, onPosted } = await setUp([imageFile()]);
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(title(), 'Adire{Enter}');
    await reopenAfterFailure(user);
    expect(describedBy(title())).toBe('The title is too long.');
    expect(document.activeElement).toBe(title());
    expect(title().value).toBe('Adire');
    expect(onPosted).not.toHaveBeenCalled();
  });

  test('an error of a field lasts until the field changes, and a general error until any change', async () => {
    server.refuse(createPhoto, {
      status: 422,
      errors: { title: ['No such title.'], description: ['No such caption.'], images: ['No such image.'] },
    });
    const { user } = await setUp([imageFile()]);
    await user.type(screen.getByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(title(), 'Adire{Enter}');
    await reopenAfterFailure(user);
    const caption = screen.getByRole('textbox', { name: /^Caption/ });
    expect([describedBy(title()), describedBy(caption)]).toEqual(['No such title.', 'No such caption.']);
    expect(screen.getByText('No such image.')).toBeDefined();
    await user.type(caption, 'Dyed at home');
    expect([describedBy(title()), describedBy(caption)]).toEqual(['No such title.', '']);
    expect(screen.queryByText('No such image.')).toBeNull();
  });

  test('a file error lasts until the images change', async () => {
    const { user } = await setUp([imageFile(), new File(['x'], 'film.mp4', { type: 'video/mp4' })]);
    expect(await screen.findByText(sentences.notImages)).toBeDefined();
    await user.type(title(), 'Adire');
    expect(screen.getByText(sentences.notImages)).toBeDefined();
    await user.click(await press('Remove image 1'));
    expect(screen.queryByText(sentences.notImages)).toBeNull();
  });

  test('a file that is not an image is rejected in the form and by a toast', async () => {
    await renderScreen(
      <PostForm
        memberId={aMember().id}
        draft={null}
        files={[new File(['x'], 'film.mp4', { type: 'video/mp4' })]}
        onClose={() => undefined}
        onPosted={() => undefined}
      />,
    );
    expect(await screen.findByText(sentences.notImages)).toBeDefined();
    expect(shownToasts()).toEqual([sentences.notImages]);
  });

  test('an empty form closes immediately, and a filled form asks before closing', async () => {
    const { user, onClose } = await setUp();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.type(title(), 'Adire');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(await screen.findByRole('heading', { name: /Save this for later\?|Discard changes\?/ })).toBeDefined();
  });

  test('a free member shares a photo with an earlier version', async () => {
    signIn('a-token', aMember({ viewer: { ...aMember().viewer, images_per_post: 1 } }));
    server.answer(createPhoto, { data: aPhoto(), message: '', receipt: null });
    const { user, onPosted } = await setUp([imageFile()]);
    await user.type(title(), 'The bridge');
    await user.upload(screen.getByLabelText('Add an earlier version', { selector: 'input' }), [imageFile('before.jpg')]);
    expect(await screen.findByRole('switch', { name: 'The second photo is an earlier version', checked: true })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(await press('Share'));
    await user.click(await press('Share without alt text'));
    await expect.poll(() => onPosted.mock.calls.length).toBe(1);
    expect(server.bodiesOf(createPhoto)).toMatchObject([{ 'title': 'The bridge', 'is_comparison': 'true', 'alt[1]': '' }]);
  });
});

describe('sending post', () => {
  // Loads the code that the first opening would wait for.

  beforeEach(() => {
    server = fakeServer();
    server.answer(listCategories, { data: [] });
    fakeUploads();
    signIn('a-token', aMember());
  });

  afterEach(() => act(endSession));

  /** The place that the feed gives a post being sent. */
  function Feed() {
    const place = useSendingPost()?.place;
    return place ? <article ref={place} /> : <p>Nothing is sent.</p>;
  }

  async function shareAPost() {
    const { user } = await renderScreen(
      <>
        <ComposerHost />
        <Feed />
      </>,
    );
    act(() => openComposerWith([new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'cloth.jpg', { type: 'image/jpeg' })]));
    await user.type(await screen.findByLabelText('Alt text for image 1'), 'Cloth');
    await user.type(screen.getByLabelText('Title'), 'Adire{Enter}');
    return { user, row: within(await screen.findByRole('article')) };
  }

  const dialog = () => screen.queryByRole('dialog', { name: 'Share a photo' });

  test('Share closes the dialog, and the feed shows the progress until the post is sent', async () => {
    const answer = server.keepWaiting(createPhoto);
    const { row } = await shareAPost();
    expect(dialog()).toBeNull();
    expect(row.getByRole('heading', { name: 'Adire' })).toBeDefined();
    expect(await row.findByText('Sending, 50%. You can go on.')).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('Sending, 50%. You can go on.');
    answer({ data: aPhoto(), receipt: null, message: 'Uploaded' });
    await screen.findByText('Nothing is sent.');
  });

  test('a second post waits, and Cancel opens the form with all its input', async () => {
    server.keepWaiting(createPhoto);
    const { user, row } = await shareAPost();
    await row.findByText(/^Sending/);
    act(() => openComposerWith([]));
    await expect.poll(shownToasts).toContain('Your last photo is still being sent. Share the next one when it is done.');
    expect(dialog()).toBeNull();
    await user.click(row.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Adire');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Alt text for image 1').value).toBe('Cloth');
    await screen.findByText('Nothing is sent.');
  });

  test('a refused post can be sent again, or opened', async () => {
    server.refuse(createPhoto, { status: 422, errors: { title: ['The title is too long.'] } });
    const { user, row } = await shareAPost();
    await row.findByText('Not sent. Your draft is kept.');
    await user.click(row.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => server.bodiesOf(createPhoto)).toHaveLength(2);
    await user.click(await row.findByRole('button', { name: 'Open draft' }));
    expect(screen.getByText('The title is too long.')).toBeDefined();
    expect(screen.getByText(/^Failed to upload photo/)).toBeDefined();
  });
});

const post = {
  title: 'Dusk',
  description: '',
  location_name: '',
  category: 'Painting',
  license: '' as const,
  audience: '' as const,
  warning: '',
  publish_at: '',
  series_id: '',
  challenge_id: '',
  showsCamera: false,
  isComparison: false,
  images: [
    { id: 'a', alt: 'A wall' },
    { id: 'b', alt: '' },
  ],
};
const first = sendKey(null, post);

test('an unchanged post keeps its idempotency key', () => {
  expect(sendKey(first, { ...post, images: post.images.map((image) => ({ ...image })) }).key).toBe(first.key);
});

test.each([
  ['title', { title: 'Dawn' }],
  ['description', { description: 'At last' }],
  ['location', { location_name: 'Nsukka' }],
  ['category', { category: '' }],
  ['licence', { license: 'CC0-1.0' as const }],
  ['audience', { audience: 'me' as const }],
  ['time', { publish_at: '2027-01-02T03:04' }],
  ['series', { series_id: 's1' }],
  ['choice to show the camera', { showsCamera: true }],
  ['choice to compare the images', { isComparison: true }],
  ['images', { images: post.images.slice(0, 1) }],
  ['order of the images', { images: post.images.toReversed() }],
  [
    'alt text',
    {
      images: [
        { id: 'a', alt: 'A painted wall' },
        { id: 'b', alt: '' },
      ],
    },
  ],
])('a changed %s gets a new key', (_, change) => {
  expect(sendKey(first, { ...post, ...change }).key).not.toBe(first.key);
});
