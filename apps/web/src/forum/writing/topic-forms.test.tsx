import type { ForumCategory } from '@mbari/contract/forum/categories';
import { deleteForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum/drafts';
import { editForumPost, type ForumPost } from '@mbari/contract/forum/posts';
import { listSimilarTopics } from '@mbari/contract/forum/search';
import { createTopic, updateTopic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findLocalDraft, storeLocalDraft } from '~/forum/local-draft.ts';
import { UnsentDraft } from '~/forum/unsent-draft.tsx';
import { forumCategoriesKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-form.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { EditPostForm } from './edit-post-form.tsx';
import { NewTopicForm } from './new-topic-form.tsx';

describe('edit post form', () => {
  function withDrafts(server: ReturnType<typeof fakeServer>): void {
    server.answer(listForumDrafts, { data: [] });
    server.answer(saveForumDraft, { data: { title: '', body: '', version: 1, updated_at: '' }, message: '' });
    server.answer(deleteForumDraft, { message: '' });
  }

  const post = { id: 'p1', topic_id: 't1', number: 1, body: 'First.', version: 3 } as ForumPost;
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your post', { selector: 'textarea' });

  testForm('a post that is changed', {
    draw: (server) => {
      withDrafts(server);
      return <EditPostForm post={post} participants={() => []} onDone={() => undefined} />;
    },
    fill: (user) => user.type(field(), ' And more.'),
    sends: editForumPost,
    body: { body: 'First. And more.', version: 3 },
    answer: { data: post, message: '' },
    button: 'Save changes',
    busy: 'Saving...',
    failure: 'Your change could not be saved. Your text is still here',
    refusable: { field: 'Your post', name: 'body' },
  });

  testForm('the opening of a topic, with its title', {
    draw: (server) => {
      withDrafts(server);
      return <EditPostForm post={post} topic={{ title: 'Wax', version: 5 }} participants={() => []} onDone={() => undefined} />;
    },
    fill: (user) => user.type(screen.getByLabelText('Title of the topic'), ' or paste?'),
    sends: updateTopic,
    body: { title: 'Wax or paste?', version: 5 },
    answer: { data: { id: 't1', category: { id: 'c1' } }, message: '' } as never,
    button: 'Save changes',
    busy: 'Saving...',
    failure: 'Your change could not be saved. Your text is still here',
    refusable: { field: 'Title of the topic', name: 'title' },
  });

  test('an empty post is reported at its field, which takes the focus, and nothing is sent', async () => {
    const server = fakeServer();
    withDrafts(server);
    signIn('a-token', aMember());
    const { user } = await renderScreen(<EditPostForm post={post} participants={() => []} onDone={() => undefined} />);
    await user.clear(field());
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(screen.getByText('Write something first.')).toBeDefined();
    expect(document.activeElement).toBe(field());
    expect(server.bodiesOf(editForumPost)).toEqual([]);
  });

  test('discarding changes asks first, and closing without changes does not', async () => {
    withDrafts(fakeServer());
    signIn('a-token', aMember());
    const onDone = vi.fn<() => void>();
    const { user } = await renderScreen(<EditPostForm post={post} participants={() => []} onDone={onDone} />);
    await user.type(field(), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('heading', { name: 'Discard changes?' });
    expect(onDone).not.toHaveBeenCalled();
    await user.keyboard('{Escape}{Escape}');
    await user.type(field(), '{Backspace}');
    await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0]!);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  test('the option to erase earlier versions is sent with the edit', async () => {
    const server = fakeServer();
    withDrafts(server);
    server.answer(editForumPost, { data: post, message: '' });
    signIn('a-token', aMember());
    const { user } = await renderScreen(<EditPostForm post={post} participants={() => []} onDone={() => undefined} />);
    const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remove earlier versions' });
    expect(choice.checked).toBe(false);
    await user.click(choice);
    await user.type(field(), ' Corrected.');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await vi.waitFor(() =>
      expect(server.bodiesOf(editForumPost)).toEqual([{ body: 'First. Corrected.', version: post.version, remove_versions: true }]),
    );
  });

  testConflict('a post that somebody else edits, too', {
    draw: (server) => {
      withDrafts(server);
      return <EditPostForm post={post} participants={() => []} onDone={() => undefined} />;
    },
    fill: (user) => user.type(field(), ' And more.'),
    sends: editForumPost,
    answer: { data: post, message: '' },
    button: 'Save changes',
    stored: { ...post, body: 'Second.', version: 4 },
    field: 'Your post',
    name: 'body',
    mine: 'First. And more.',
    theirs: 'Second.',
  });

  testConflict('a topic whose title somebody else edits, too', {
    draw: (server) => {
      withDrafts(server);
      return <EditPostForm post={post} topic={{ title: 'Wax', version: 3 }} participants={() => []} onDone={() => undefined} />;
    },
    fill: (user) => user.type(screen.getByLabelText('Title of the topic'), ' or paste?'),
    sends: updateTopic,
    answer: { data: { id: 't1', category: { id: 'c1' } }, message: '' } as never,
    button: 'Save changes',
    stored: { title: 'Starch', body: 'Second.', version: 4 },
    field: 'Title of the topic',
    name: 'title',
    mine: 'Wax or paste?',
    theirs: 'Starch',
  });
});

describe('new topic form', () => {
  function withDrafts(server: ReturnType<typeof fakeServer>): void {
    server.answer(listForumDrafts, { data: [] });
    server.answer(saveForumDraft, { data: { title: '', body: '', version: 1, updated_at: '' }, message: '' });
    server.answer(deleteForumDraft, { message: '' });
    server.answer(listSimilarTopics, { data: [] });
  }

  const callbacks = { onCategory: vi.fn(), onPosted: vi.fn(), onPending: vi.fn(), onPhotoGone: vi.fn() };
  const form = (category = 'c1', photoId?: string) => (
    <NewTopicForm categories={[{ id: 'c1', name: 'Craft' } as ForumCategory]} {...{ category, photoId }} {...callbacks} />
  );
  const words = () => screen.getByLabelText('Message', { selector: 'textarea' });

  async function write(user: UserEvent): Promise<void> {
    await user.type(screen.getByLabelText('Title'), 'Which wax?');
    await user.type(words(), 'Paste has a bloom.');
  }

  testForm('a new topic', {
    draw: (server) => {
      withDrafts(server);
      return form();
    },
    fill: write,
    sends: createTopic,
    body: { category_id: 'c1', title: 'Which wax?', body: 'Paste has a bloom.' },
    answer: { data: { id: 't1', category: { id: 'c1' } }, message: '' } as never,
    button: 'Post topic',
    busy: 'Posting...',
    failure: 'Your topic could not be posted. Your text is still here',
    missing: { field: 'Title', says: 'The title needs at least 3 characters.' },
    refusable: { field: 'Message', name: 'body' },
  });

  test('posting without a category shows an error and focuses the category field', async () => {
    const server = fakeServer();
    withDrafts(server);
    signIn('a-token', aMember());
    const { user } = await renderScreen(form(''));
    await user.click(screen.getByRole('button', { name: 'Post topic' }));
    expect(screen.getByText('Choose a category.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Category'));
    await user.selectOptions(screen.getByLabelText('Category'), 'c1');
    expect(callbacks.onCategory).toHaveBeenCalledWith('c1');
  });

  test('a missing photo is reported, and the text stays', async () => {
    const server = fakeServer();
    withDrafts(server);
    server.refuse(createTopic, { status: 422, errors: { photo_id: ['No such photo.'] } });
    signIn('a-token', aMember());
    const { user } = await renderScreen(form('c1', 'photo-1'));
    await write(user);
    await user.click(screen.getByRole('button', { name: 'Post topic' }));
    expect(await screen.findByText(/The photo is no longer available/)).toBeDefined();
    expect(callbacks.onPhotoGone).toHaveBeenCalledTimes(1);
    expect(words()).toHaveProperty('value', 'Paste has a bloom.');
  });

  test('posting a topic that is held for review shows no error', async () => {
    const server = fakeServer();
    withDrafts(server);
    server.refuse(createTopic, { status: 202, code: 'pending_review', message: 'An organiser looks at it first.' });
    signIn('a-token', aMember());
    const { user } = await renderScreen(form());
    await write(user);
    await user.click(screen.getByRole('button', { name: 'Post topic' }));
    await expect.poll(() => callbacks.onPending.mock.calls.length).toBe(1);
    expect(screen.queryByText(/could not be posted/)).toBeNull();
  });

  test('posting to a deleted category keeps the text and refetches the categories', async () => {
    const server = fakeServer();
    withDrafts(server);
    signIn('a-token', aMember());
    server.refuse(createTopic, { status: 422, errors: { category_id: ['There is no such category.'] } });
    const { user, client } = await renderScreen(form());
    client.setQueryData(forumCategoriesKey, []);
    await write(user);
    await user.click(screen.getByRole('button', { name: 'Post topic' }));
    await screen.findByText('There is no such category.');
    expect(words()).toHaveProperty('value', 'Paste has a bloom.');
    expect(client.getQueryState(forumCategoriesKey)?.isInvalidated).toBe(true);
  });
});

describe('unsent draft', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listForumDrafts, { data: [] });
    server.answer(deleteForumDraft, { message: '' });
    signIn('a-token', aMember());
  });

  const place = 'topic:t9';
  const draw = () => renderScreen(<UnsentDraft scope={place} title="This topic was deleted" />);
  const readShownText = async () => (await screen.findByLabelText<HTMLTextAreaElement>('What you wrote')).value;

  test('the unsent text of an open form is shown', async () => {
    storeUnsentText(place, 'Written here');
    await draw();
    expect(await readShownText()).toBe('Written here');
    storeUnsentText(place, '');
  });

  test('a draft stored in this browser is shown', async () => {
    storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
    await draw();
    expect(await readShownText()).toBe('Written before');
  });

  test('a draft stored on the server is shown', async () => {
    const draft = { title: '', version: 2, updated_at: '2026-01-02T03:04:05Z' };
    server.answer(listForumDrafts, { data: [{ place, ...draft }] });
    server.answer(readForumDraft, { data: { ...draft, body: 'Written on the phone' } });
    await draw();
    expect(await readShownText()).toBe('Written on the phone');
  });

  test('discarding removes the draft from the browser and the server', async () => {
    storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
    const { user } = await draw();
    await readShownText();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByLabelText('What you wrote')).toBeNull();
    expect(findLocalDraft(place)).toBeNull();
    await expect.poll(() => server.bodiesOf(deleteForumDraft)).toHaveLength(1);
  });

  test('a draft that cannot be discarded stays visible with an error', async () => {
    server.refuse(deleteForumDraft, { status: 503, message: 'Too busy just now.' });
    storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
    const { user } = await draw();
    await readShownText();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await expect.poll(shownToasts).toEqual(['Too busy just now.']);
    expect(await readShownText()).toBe('Written before');
  });

  test('nothing is shown without a draft', async () => {
    await draw();
    await expect.poll(() => server.bodiesOf(listForumDrafts)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a member does not see the draft of another member who used this tab before', async () => {
    storeUnsentText(place, 'Mine');
    signIn('another-token', aMember({ id: 'another' }));
    await draw();
    await expect.poll(() => server.bodiesOf(listForumDrafts)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
