import type { ForumCategory } from '@mbari/contract/forum/categories';
import { deleteForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum/drafts';
import { addForumPost, editForumPost, type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import { listSimilarTopics } from '@mbari/contract/forum/search';
import { createTopic, type Topic, updateTopic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findLocalDraft, storeLocalDraft } from '~/forum/local-draft.ts';
import { UnsentDraft } from '~/forum/unsent-draft.tsx';
import { forumCategoriesKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testConflict, testForm } from '~/testing/test-form.tsx';
import { EditPostForm } from './edit-post-form.tsx';
import { NewTopicForm } from './new-topic-form.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useForms } from './use-forms.ts';
import { useReply } from './use-reply.ts';

describe('reply form', () => {
  const ada = { id: 'ada', username: 'ada', name: 'Ada Eze', avatar_url: null, profile: { profile_image: null } };
  const post = { id: 'p1', topic_id: 't1', number: 1, author: ada, body: 'First.', viewer: { may_reply: true } } as ForumPost;
  const topic = (mayReply = true) => ({ id: 't1', author: ada, last_number: 1, viewer: { may_reply: mayReply } }) as unknown as Topic;

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listForumDrafts, { data: [] });
    server.answer(listForumPosts, { data: [], meta: {} } as never);
    server.answer(saveForumDraft, { data: { title: '', body: '', version: 1, updated_at: '' }, message: '' });
    server.answer(deleteForumDraft, { message: '' });
    signIn('a-token', aMember());
  });

  function Page({ onPosted, mayReply = true }: { onPosted?: (post: ForumPost) => void; mayReply?: boolean }) {
    const reply = useReply('t1');
    const forms = useForms(reply.isOpen, reply.close);
    return (
      <>
        <button type="button" onClick={() => reply.answer(post)}>
          Answer
        </button>
        <button type="button" onClick={() => reply.quotePost(post, 'words')}>
          Quote
        </button>
        <ReplyForm {...{ topic: topic(mayReply), reply, forms }} participants={() => []} onPosted={onPosted ?? (() => undefined)} />
      </>
    );
  }

  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply', { selector: 'textarea' });

  test('pressing the bar opens the form, and closing the form keeps the text', async () => {
    server.keepWaiting(saveForumDraft);
    const { user } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
    await user.type(await field(), 'Begun');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: /^Reply to Ada/ }));
    await expect.poll(async () => (await field()).value).toBe('Begun');
  });

  test('a reply is sent with the post replied to, unless the member replies to the topic instead', async () => {
    server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
    const { user } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    await user.type(await field(), 'One');
    expect(screen.getByText('Replying to @ada')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    await user.click(await screen.findByRole('button', { name: 'Answer' }));
    await user.click(await screen.findByRole('button', { name: 'Reply to the topic instead' }));
    await user.type(await field(), 'Two');
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    await expect.poll(() => server.bodiesOf(addForumPost)).toEqual([{ body: 'One', reply_to: 'p1' }, { body: 'Two' }]);
  });

  test('the post replied to is restored after a reload', async () => {
    server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
    const { user, unmount } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    await user.type(await field(), 'One');
    unmount();
    const again = await renderScreen(<Page />);
    await again.user.click(screen.getByRole('button', { name: /^Reply to Ada/ }));
    expect(await screen.findByText('Replying to @ada')).toBeDefined();
    await again.user.type(await field(), ' two');
    await again.user.click(screen.getByRole('button', { name: 'Reply' }));
    await expect.poll(() => server.bodiesOf(addForumPost)).toMatchObject([{ reply_to: 'p1' }]);
    await again.user.click(await screen.findByRole('button', { name: /^Reply to Ada/ }));
    await field();
    expect(screen.queryByText('Replying to @ada')).toBeNull();
  });

  test('quoting opens the form and inserts the quote', async () => {
    const { user } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: 'Quote' }));
    await expect.poll(async () => (await field()).value).toBe('> [!quote p1]\n> words\n\n');
  });

  test('an error keeps the text, and a retry uses the same idempotency key', async () => {
    const keys: (string | null)[] = [];
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method === 'POST' && url.endsWith('/posts')) keys.push((init.headers as Headers).get('idempotency-key'));
      return answer(url, init);
    });
    server.refuse(addForumPost, { status: 503, message: 'Too busy just now.' });
    const onPosted = vi.fn();
    const { user } = await renderScreen(<Page onPosted={onPosted} />);
    await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
    await user.type(await field(), 'Said');
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    expect(await screen.findByText('Too busy just now.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.type(await field(), ' more');
    server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => onPosted.mock.calls.length).toBe(1);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test('nothing is sent while the text is empty or an image is pending', async () => {
    const { user } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
    await user.click(await screen.findByRole('button', { name: 'Reply' }));
    expect(await screen.findByText('Write something first.')).toBeDefined();
    await user.click(await field());
    await user.paste('![Adding vat.jpg…](pending:0a1b)');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('An image is still uploading. Please wait a moment.')).toBeDefined();
    expect(server.bodiesOf(addForumPost)).toEqual([]);
  });

  test('a text with two versions is sent only after the member chooses one', async () => {
    const place = 'topic:t1';
    storeLocalDraft(place, { title: '', body: 'Written here', version: 1 });
    const draft = { title: '', version: 2, updated_at: '2026-01-02T03:04:05Z' };
    server.answer(listForumDrafts, { data: [{ place, ...draft }] });
    server.answer(readForumDraft, { data: { ...draft, body: 'Written on the phone' } });
    server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
    const { user } = await renderScreen(<Page />);
    await user.click(screen.getByRole('button', { name: /^Reply to Ada/ }));
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    expect(await screen.findByText('Choose one of the two versions first.')).toBeDefined();
    expect(server.bodiesOf(addForumPost)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep this one' }));
    await user.click(await screen.findByRole('button', { name: /^(Reply|Try again)$/ }));
    await expect.poll(() => server.bodiesOf(addForumPost)).toEqual([{ body: 'Written here' }]);
  });

  test('a locked topic shows a notice instead of the form', async () => {
    await renderScreen(<Page mayReply={false} />);
    expect(screen.getByText('This topic is locked, and replies are closed.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull();
  });

  test('text stays visible for copying if the topic is locked while the member writes', async () => {
    server.keepWaiting(saveForumDraft);
    function Locking() {
      const [isLocked, setLocked] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setLocked(true)}>
            Lock
          </button>
          <Page mayReply={!isLocked} />
        </>
      );
    }
    const { user } = await renderScreen(<Locking />);
    await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
    const written = await field();
    await user.clear(written);
    await user.type(written, 'Nearly done');
    await user.click(screen.getByRole('button', { name: 'Lock' }));
    await screen.findByRole('alert', { name: 'This topic was locked' });
    expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'Nearly done');
  });
});

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
