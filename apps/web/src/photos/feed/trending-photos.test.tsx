import { listTrending } from '@mbari/contract/photos/feed';
import * as limits from '@mbari/contract/platform/limits';
import { focusManager, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { readStoredOrder } from './stored-order.ts';
import { refreshTrending, reorderTrending, trendingPhotos } from './trending-photos.ts';

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

async function leaveFor(time: number): Promise<void> {
  act(() => focusManager.setFocused(false));
  vi.useFakeTimers({ now: Date.now() + time, toFake: ['Date'] });
  act(() => focusManager.setFocused(true));
}

test('a background tab with an expired order is reordered on return', async () => {
  await renderScreen(<Titles />);
  await screen.findByText('A loom');
  server.answer(listTrending, { data: [aPhoto({ title: 'A dyed cloth' })] });
  await leaveFor(limits.trendingOrderTtl - 60_000);
  expect(screen.getByText('A loom')).toBeTruthy();
  await leaveFor(61_001);
  await screen.findByText('A dyed cloth');
  expect(server.bodiesOf(listTrending)).toHaveLength(2);
});

test('Refresh Feed shuffles the loaded posts without a request until they are 360 minutes old', async () => {
  const data = Array.from({ length: 30 }, (_, index) => aPhoto({ id: `photo-${index}`, title: `Cloth ${index}` }));
  server.answer(listTrending, { data });
  const { client } = await renderScreen(<Titles />);
  await screen.findByText('Cloth 0');
  const titles = () => screen.getAllByText(/^Cloth/).map(({ textContent }) => textContent);
  const before = titles();
  await act(() => reorderTrending(client));
  await expect.poll(titles).not.toEqual(before);
  expect([...titles()].sort()).toEqual([...before].sort());
  expect(server.bodiesOf(listTrending)).toHaveLength(1);
  vi.useFakeTimers({ now: Date.now() + limits.trendingOrderTtl + 1, toFake: ['Date'] });
  await act(() => reorderTrending(client));
  expect(server.bodiesOf(listTrending)).toHaveLength(2);
});

test('pulling the feed down fetches the posts again', async () => {
  const { client } = await renderScreen(<Titles />);
  await screen.findByText('A loom');
  server.answer(listTrending, { data: [aPhoto({ title: 'A dyed cloth' })] });
  await act(() => refreshTrending(client));
  await screen.findByText('A dyed cloth');
});

test('an order older than 360 minutes is removed from session storage as soon as it is read', () => {
  const order = { seed: 1, at: Date.now() - limits.trendingOrderTtl - 1, ids: ['a'], shown: 20 };
  sessionStorage.setItem('mbari_feed_order', JSON.stringify(order));
  expect(readStoredOrder()).toBeNull();
  expect(sessionStorage.getItem('mbari_feed_order')).toBeNull();
});
