import { listMembers, listSuggestions, type MemberCard } from '@mbari/contract/people/directory';
import { screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Directory } from './directory.tsx';

const card = (name: string, photos: MemberCard['photos'] = []) => ({ ...aMember(), id: name, name, username: name, photos });
const listOf = (...cards: object[]) => ({ data: cards, meta: { total: cards.length, total_is_capped: false, next_cursor: null } }) as never;
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
