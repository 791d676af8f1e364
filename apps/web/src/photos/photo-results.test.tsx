import { listPhotos } from '@mbari/contract/photos/feed';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PhotoResults } from './photo-results.tsx';

const found = (total: number) => ({ data: [], meta: { total, total_is_capped: false, next_cursor: null } }) as never;

/** Simulates the page, whose address contains the search text. */
let search: (words: string) => void;
function Page() {
  const [words, setWords] = useState('loom');
  useEffect(() => void (search = setWords), []);
  return <PhotoResults filters={{ words, category: '' }} onBrowseAll={() => undefined} />;
}

test('old results stay until new ones load, and an older search never replaces a newer one', async () => {
  const server = fakeServer();
  server.answer(listPhotos, found(3));
  await renderScreen(<Page />);
  await screen.findByText('3 photos');
  const answerSlow = server.keepWaiting(listPhotos);
  search('vat');
  await expect.poll(() => server.bodiesOf(listPhotos)).toHaveLength(2);
  expect(screen.getByText('3 photos')).toBeTruthy();
  server.answer(listPhotos, found(1));
  search('cloth');
  await screen.findByText('1 photo');
  answerSlow(found(5));
  search('loom');
  await screen.findByText('3 photos');
  search('cloth');
  await screen.findByText('1 photo');
  expect(screen.queryByText('5 photos')).toBeNull();
});
