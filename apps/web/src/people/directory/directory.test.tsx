import { listMembers, listSuggestions, type MemberCard, type Suggestion } from '@mbari/contract/people/directory';
import { listFollowers, listFollowing } from '@mbari/contract/people/follows';
import { screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { chooseSuggestions } from './directory-queries.ts';
import { Directory } from './directory.tsx';
import { FollowList } from './follow-list.tsx';
import { describeReason } from './suggested-members.tsx';

describe('directory', () => {
  const card = (name: string, photos: MemberCard['photos'] = []) => ({ ...aMember(), id: name, name, username: name, photos });
  const listOf = (...cards: object[]) =>
    ({ data: cards, meta: { total: cards.length, total_is_capped: false, next_cursor: null } }) as never;
  const memberResult = (name: string) => listOf(card(name));

  /** Changes the query, as the real page does when its URL changes. */
  let search: (words: string) => void;
  function Page() {
    const [words, setWords] = useState('amina');
    useEffect(() => void (search = setWords), []);
    return <Directory search={words} onShowAll={() => undefined} />;
  }

  test('old results stay until new ones arrive, and a slower earlier search never replaces them', async () => {
    const server = fakeServer();
    server.answer(listMembers, memberResult('Amina'));
    await renderScreen(<Page />);
    await screen.findByRole('article', { name: 'Amina' });
    const answerSlow = server.keepWaiting(listMembers);
    search('ngozi');
    await expect.poll(() => server.bodiesOf(listMembers)).toHaveLength(2);
    expect(screen.getByRole('article', { name: 'Amina' })).toBeTruthy();
    server.answer(listMembers, memberResult('Kofi'));
    search('kofi');
    await screen.findByRole('article', { name: 'Kofi' });
    answerSlow(memberResult('Ngozi'));
    search('amina');
    await screen.findByRole('article', { name: 'Amina' });
    search('kofi');
    await screen.findByRole('article', { name: 'Kofi' });
    expect(screen.queryByRole('article', { name: 'Ngozi' })).toBeNull();
  });

  test('a card links to the newest photos of the member', async () => {
    fakeServer().answer(listMembers, listOf(card('Amina', [{ id: 'photo-1', title: 'Adire', image: anImage() }]), card('Kofi')));
    await renderScreen(<Page />);
    const photo = within(await screen.findByRole('article', { name: 'Amina' })).getByRole('link', { name: 'Indigo cloth on a line' });
    expect(photo.getAttribute('href')).toBe('/post/photo-1');
    expect(within(screen.getByRole('article', { name: 'Kofi' })).queryByRole('list')).toBeNull();
  });

  test('suggested members are not repeated in the list of all members', async () => {
    const server = fakeServer();
    server.answer(listMembers, listOf(card('Amina'), card('Kofi')));
    server.answer(listSuggestions, { data: [{ ...card('Kofi'), shared_interests: 1, followed_by: [], followed_by_count: 0 }] } as never);
    await renderScreen(<Directory search="" onShowAll={() => undefined} />);
    await screen.findByRole('article', { name: 'Amina' });
    expect(screen.getAllByRole('article', { name: 'Kofi' })).toHaveLength(1);
    expect(screen.getByText('2 members')).toBeTruthy();
  });

  test('suggestions stay while they are refetched after a change elsewhere', async () => {
    const server = fakeServer();
    const names = Array.from({ length: 12 }, (_, index) => `Member ${index + 1}.`);
    server.answer(listMembers, listOf(card('Amina')));
    server.answer(listSuggestions, {
      data: names.map((name) => ({ ...card(name), shared_interests: 1, followed_by: [], followed_by_count: 0 })),
    } as never);
    const { client } = await renderScreen(<Directory search="" onShowAll={() => undefined} />);
    const suggested = () => screen.getAllByRole('article', { name: /^Member/ }).map(({ ariaLabel }) => ariaLabel);
    await screen.findByRole('article', { name: 'Member 1.' });
    const before = suggested();
    await client.invalidateQueries();
    expect(server.bodiesOf(listSuggestions)).toHaveLength(2);
    expect(suggested()).toEqual(before);
  });
});

const suggested = (count: number): Suggestion[] =>
  Array.from({ length: count }, (_, index) => ({ id: `member-${index + 1}` }) as Suggestion);
const choose = (suggestions: Suggestion[], kept?: string[]) => chooseSuggestions(suggestions, kept).map(({ id }) => Number(id.slice(7)));

test('members who were just shown give way to others, and return when all had their turn', () => {
  expect(choose(suggested(8))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(choose(suggested(8))).toEqual([7, 8, 6, 5, 4, 3]);
  expect(choose(suggested(8)).slice(0, 2)).toEqual([2, 1]);
});

test('with few members, all are shown every time', () => {
  choose(suggested(2));
  expect(choose(suggested(2)).toSorted()).toEqual([1, 2]);
});

test('members on the screen stay there while a list is refetched', () => {
  choose(suggested(12));
  expect(choose(suggested(12), ['member-2', 'member-3', 'member-4', 'member-5', 'member-6'])).toEqual([2, 3, 4, 5, 6, 7]);
});

test('unreadable storage counts as empty', () => {
  localStorage.setItem('mbari_suggested', '{');
  expect(choose(suggested(1))).toEqual([1]);
});

describe('follow list', () => {
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
});

const words = (followed_by: string[], followed_by_count: number, shared_interests: number) =>
  describeReason({ followed_by, followed_by_count, shared_interests } as Suggestion).replaceAll(/[\u2068\u2069]/g, '');

test('the reason of a suggestion names followers before shared interests', () => {
  expect(words(['Ada Obi'], 1, 1)).toBe('Followed by Ada Obi · 1 interest in common');
  expect(words([], 0, 3)).toBe('3 interests in common');
});

test('two followers are named, and the others are counted', () => {
  expect(words(['Ada', 'Efe'], 2, 0)).toBe('Followed by Ada and Efe');
  expect(words(['Ada', 'Efe'], 3, 0)).toBe('Followed by Ada, Efe and 1 other');
  expect(words(['Ada', 'Efe'], 1240, 0)).toBe('Followed by Ada, Efe and 1,238 others');
});

test('a suggested member without a reason is called new', () => {
  expect(words([], 0, 0)).toBe('New here');
});
