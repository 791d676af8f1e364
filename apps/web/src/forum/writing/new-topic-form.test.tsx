import type { ForumCategory } from '@mbari/contract/forum/categories';
import { deleteForumDraft, listForumDrafts, saveForumDraft } from '@mbari/contract/forum/drafts';
import { listSimilarTopics } from '@mbari/contract/forum/search';
import { createTopic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { forumCategoriesKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { NewTopicForm } from './new-topic-form.tsx';

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
