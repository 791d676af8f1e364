import { listMembers } from '@mbari/contract/people/directory';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Directory } from './directory.tsx';

const memberResult = (name: string) =>
  ({ data: [{ ...aMember(), id: name, name, username: name }], meta: { total: 1, total_is_capped: false, next_cursor: null } }) as never;

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
