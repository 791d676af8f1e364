import { listPhotos } from '@mbari/contract/photos/feed';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PagedWall } from './paged-wall.tsx';

test('a feed that fails to load reads Failed to load photos', async () => {
  fakeServer().refuse(listPhotos, { status: 500 });
  await renderScreen(<PagedWall feed="latest" suggestions={null} onUpload={() => undefined} />);
  expect(await screen.findByRole('heading', { name: 'Failed to load photos' })).toBeTruthy();
});
