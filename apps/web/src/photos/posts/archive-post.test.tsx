import { archivePhoto, listArchivedPosts, unarchivePhoto } from '@mbari/contract/photos/archive';
import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import ArchivedPage from '~/pages/archived-page.tsx';
import { postKey, savedPostsKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { toggleArchived } from './archive-post.ts';

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
