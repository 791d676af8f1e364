import { deleteForumDraft, listForumDrafts, saveForumDraft } from '@mbari/contract/forum/drafts';
import { type ForumPost, editForumPost } from '@mbari/contract/forum/posts';
import { updateTopic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { EditPostForm } from './edit-post-form.tsx';

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
