import { listPhotos, listTrending } from '@mbari/contract/photos/feed';
import * as limits from '@mbari/contract/platform/limits';
import { focusManager, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NoConnection, WallSkeleton } from '~/photos/wall/wall-states.tsx';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PagedWall } from './paged-wall.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { readStoredOrder } from './stored-order.ts';
import { refreshTrending, reorderTrending, trendingPhotos } from './trending-photos.ts';

test('a feed that fails to load reads Failed to load photos', async () => {
  fakeServer().refuse(listPhotos, { status: 500 });
  await renderScreen(<PagedWall feed="latest" suggestions={null} onUpload={() => undefined} />);
  expect(await screen.findByRole('heading', { name: 'Failed to load photos' })).toBeTruthy();
});

describe('pull to refresh', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Drags down. The indicator moves half as far. */
  const pull = (distance: number): void => {
    fireEvent.touchStart(document.body, { touches: [{ clientX: 50, clientY: 10 }] });
    fireEvent.touchMove(document.body, { touches: [{ clientX: 50, clientY: 10 + distance * 2 }] });
  };
  const release = () => act(() => Promise.resolve(fireEvent.touchEnd(document.body, { touches: [] })));

  function renderPull(tab: 'latest' | 'trending') {
    const onRefresh = vi.fn(() => Promise.resolve(true));
    const { container } = render(<PullToRefresh tab={tab} onRefresh={onRefresh} />);
    return { onRefresh, mark: container.querySelector<HTMLElement>('.pull')! };
  }

  test('the feed can be pulled 120 pixels at most', () => {
    const { mark } = renderPull('latest');
    pull(119);
    expect(mark.style.getPropertyValue('--pulled')).toBe('119px');
    pull(500);
    expect(mark.style.getPropertyValue('--pulled')).toBe('120px');
  });

  test('only releasing beyond 72 pixels refreshes the feed', async () => {
    const { onRefresh } = renderPull('latest');
    pull(72);
    await release();
    expect(onRefresh).not.toHaveBeenCalled();
    pull(73);
    await release();
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  test('the trending posts are refreshed 800 milliseconds after the release', async () => {
    const { onRefresh } = renderPull('trending');
    pull(100);
    await release();
    await act(() => vi.advanceTimersByTimeAsync(799));
    expect(onRefresh).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(onRefresh).toHaveBeenCalledOnce();
  });
});

describe('trending photos', () => {
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
});

describe('wall states', () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
  beforeEach(() => void width.mockReset());

  test.each([
    { wide: 360, gap: '6px' },
    { wide: 768, gap: '14px' },
  ])('placeholder rows of a $wide px wall have the gaps of photo rows', ({ wide, gap }) => {
    width.mockReturnValue(wide);
    const { container } = render(<WallSkeleton />);
    const rows = [...container.querySelectorAll<HTMLElement>('.wall-row')];
    expect(rows).toHaveLength(3);
    expect(rows.map(({ style }) => style.marginBlockEnd)).toEqual([gap, gap, gap]);
  });

  test('the offline page offers a retry and the cached feed', async () => {
    history.replaceState(null, '', '/settings');
    const onRetry = vi.fn<() => void>();
    const { user, unmount } = await renderScreen(<NoConnection onRetry={onRetry} />);
    expect(screen.getByRole('heading', { level: 2 })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/feed');
    unmount();
    history.replaceState(null, '', '/feed');
    await renderScreen(<NoConnection onRetry={onRetry} />);
    expect(screen.queryByRole('link')).toBeNull();
    history.replaceState(null, '', '/');
  });
});
