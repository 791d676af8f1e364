import type { MemberCard } from '@mbari/contract/people/directory';
import { listFollowers, listFollowing } from '@mbari/contract/people/follows';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { FollowList } from './follow-list.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => void (server = fakeServer()));

const page = (name: string, next_cursor: string | null) =>
  ({
    data: [{ ...aMember(), id: name, name, username: name, followers_count: 3, is_following: true, photos: [] } as unknown as MemberCard],
    meta: { total: 2, next_cursor },
  }) as never;
const renderList = () => renderScreen(<FollowList kind="following" id="viewer" isOwn={false} />);

test('Load More reads Loading... during a request, and disappears after the last page', async () => {
  server.answer(listFollowing, page('Amina', 'next'));
  const { user } = await renderList();
  const more = await screen.findByRole('button', { name: 'Load More' });
  const answer = server.keepWaiting(listFollowing);
  await user.click(more);
  expect(await screen.findByRole('button', { name: 'Loading...' })).toBeTruthy();
  answer(page('Kofi', null));
  expect(await screen.findByRole('article', { name: 'Kofi' })).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Amina' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Load/ })).toBeNull();
});

test('a load error is shown as an alert with a retry', async () => {
  server.refuse(listFollowing, { status: 500 });
  const { user } = await renderList();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch followers/following');
  server.answer(listFollowing, page('Amina', null));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: 'Amina' })).toBeTruthy();
});

test('a list without members reads No following found.', async () => {
  server.answer(listFollowing, { data: [], meta: { total: 0, next_cursor: null } } as never);
  await renderList();
  expect(await screen.findByRole('heading', { name: 'No following found.' })).toBeTruthy();
});

test('the viewer’s own empty list links to the directory', async () => {
  server.answer(listFollowers, { data: [], meta: { total: 0, next_cursor: null } } as never);
  await renderScreen(<FollowList kind="followers" id="viewer" isOwn />);
  expect(await screen.findByRole('heading', { name: 'No followers found.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Discover members' }).getAttribute('href')).toBe('/users');
});
