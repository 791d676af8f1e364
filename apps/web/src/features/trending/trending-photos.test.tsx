import { listTrending } from '@mbari/contract/feed';
import * as limits from '@mbari/contract/limits';
import { focusManager, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { trendingPhotos } from './trending-photos.ts';

let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = fakeServer();
  server.answer(listTrending, { data: [aPhoto({ title: 'A loom' })] });
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function Titles() {
  return useQuery(trendingPhotos).data?.photos.map(({ id, title }) => <p key={id}>{title}</p>);
}

/** Away for so long, in milliseconds, and back. */
async function leaveFor(time: number): Promise<void> {
  act(() => focusManager.setFocused(false));
  vi.useFakeTimers({ now: Date.now() + time, toFake: ['Date'] });
  act(() => focusManager.setFocused(true));
}

test('a tab that was in the background while its order became too old gets another when one comes back', async () => {
  await renderScreen(<Titles />);
  await screen.findByText('A loom');
  server.answer(listTrending, { data: [aPhoto({ title: 'A dyed cloth' })] });
  await leaveFor(limits.feedOrderKept - 60_000);
  expect(screen.getByText('A loom')).toBeTruthy();
  await leaveFor(61_001);
  await screen.findByText('A dyed cloth');
  expect(server.bodiesOf(listTrending)).toHaveLength(2);
});
