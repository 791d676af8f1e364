import { refresh } from '@mbari/contract/identity/sessions';
import { listPresence } from '@mbari/contract/platform/events';
import { renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hint } from '~/platform/lib/hints.ts';
import { signIn } from '~/platform/lib/session.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeEvents } from '~/testing/fake-events.ts';
import { fakeLocks } from '~/testing/fake-locks.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { AvatarWithPresence } from './avatar-with-presence.tsx';
import { eventParser, retryPause, type StreamEvent } from './event-connection.ts';
import { joinTabs } from './join-tabs.ts';
import { OnlineTag } from './presence.tsx';
import { throttleHints } from './throttle-hints.ts';

describe('join tabs', () => {
  let server: ReturnType<typeof fakeServer>;
  let events: ReturnType<typeof fakeEvents>;
  let tabs: AbortController[];
  beforeEach(() => {
    server = fakeServer();
    events = fakeEvents();
    tabs = [];
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: fakeLocks() }, onLine: { value: true, writable: true } }));
    signIn('a-token', aMember());
  });
  afterEach(() => {
    for (const tab of tabs) tab.abort();
    vi.useRealTimers();
  });

  function openTab() {
    const leaving = new AbortController();
    tabs.push(leaving);
    const received: string[] = [];
    const states: boolean[] = [];
    joinTabs({
      name: 'live',
      signal: leaving.signal,
      onEvent: ({ name, data }) => received.push(`${name} ${data}`),
      onState: (isOpen) => states.push(isOpen),
    });
    return { heard: received, states, close: () => leaving.abort() };
  }

  const opened = async (count: number) => {
    await expect.poll(() => events.streams.length).toBe(count);
    return events.streams[count - 1]!;
  };

  test('two tabs share one connection, and both get its events', async () => {
    const [first, second] = [openTab(), openTab()];
    const stream = await opened(1);
    await expect.poll(() => second.states).toEqual([true]);
    stream.send('photo', { id: 'p1' }, '7');
    await expect
      .poll(() => [first.heard, second.heard])
      .toEqual([
        ['refresh {}', 'photo {"id":"p1"}'],
        ['refresh {}', 'photo {"id":"p1"}'],
      ]);
    expect(events.streams).toHaveLength(1);
    expect(stream.token).toBe('Bearer a-token');
  });

  test('a tab that joins an open stream refetches, because it may have missed events', async () => {
    const first = openTab();
    (await opened(1)).send('feed', undefined, '7-1');
    await expect.poll(() => first.heard).toContain('feed {}');
    const second = openTab();
    await expect.poll(() => second.heard).toEqual(['refresh {}']);
    expect(first.heard).toEqual(['refresh {}', 'feed {}']);
  });

  test('when the connected tab closes, another resumes the stream without missing events', async () => {
    const [first, second] = [openTab(), openTab()];
    (await opened(1)).send('feed', undefined, '7-1');
    await expect.poll(() => second.heard).toContain('feed {}');
    first.close();
    expect((await opened(2)).lastId).toBe('7-1');
    expect(events.open()).toHaveLength(1);
    expect(second.heard).toEqual(['refresh {}', 'feed {}']);
  });

  test('an unresponsive leader tab is replaced', async () => {
    const sleeping = new Promise<void>(() => undefined);
    void navigator.locks.request('live', {}, () => sleeping).catch(() => undefined);
    vi.useFakeTimers();
    const { states } = openTab();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(events.streams).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(events.streams).toHaveLength(1);
    expect(states).toEqual([true]);
  });

  test('without locks each tab has its own connection', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }));
    openTab();
    openTab();
    await opened(2);
    expect(events.open()).toHaveLength(2);
  });

  test('the stream subscribes to displayed items and keeps earlier subscriptions', async () => {
    const { heard } = openTab();
    (await opened(1)).send('feed', undefined, '7-1');
    await expect.poll(() => heard).toContain('feed {}');
    const { rerender, unmount } = renderHook(({ id }) => useHints(`photo:${id}`, async () => undefined), { initialProps: { id: 'a' } });
    const second = await opened(2);
    expect(second).toMatchObject({ watched: ['photo:a'], lastId: '7-1' });
    rerender({ id: 'b' });
    expect((await opened(3)).watched).toEqual(['photo:b', 'photo:a']);
    rerender({ id: 'a' });
    unmount();
    expect(events.open()).toHaveLength(1);
    expect(events.streams).toHaveLength(3);
  });

  test('a stream that ends is reopened after a pause and resumes', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { heard, states } = openTab();
    await vi.advanceTimersByTimeAsync(10);
    events.streams[0]!.send('feed', undefined, '7-1');
    events.streams[0]!.end();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(events.streams).toHaveLength(1);
    expect(states).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(events.streams[1]).toMatchObject({ lastId: '7-1', isOpen: true });
    expect(heard).toEqual(['refresh {}', 'feed {}']);
  });

  test('navigation does not shorten the retry pause', async () => {
    vi.useFakeTimers();
    events.refuse(() => new Response('{}', { status: 503 }));
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    events.refuse(null);
    renderHook(() => useHints('topic:t1', async () => undefined));
    await vi.advanceTimersByTimeAsync(900);
    expect(events.streams).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(events.streams.map(({ watched }) => watched)).toEqual([['topic:t1']]);
  });

  test('a silent stream is closed', async () => {
    vi.useFakeTimers();
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(events.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('the stream does not retry offline, and reconnects immediately when online', async () => {
    const { heard } = openTab();
    (await opened(1)).send('feed', undefined, '7-1');
    await expect.poll(() => heard).toContain('feed {}');
    Object.assign(navigator, { onLine: false });
    dispatchEvent(new Event('offline'));
    expect(events.open()).toHaveLength(0);
    dispatchEvent(new Event('online'));
    expect(events.streams).toHaveLength(1);
    Object.assign(navigator, { onLine: true });
    dispatchEvent(new Event('online'));
    expect((await opened(2)).lastId).toBe('7-1');
  });

  test('the connection closes after minutes without a visible tab, and reopens when a tab becomes visible', async () => {
    vi.useFakeTimers();
    openTab();
    await vi.advanceTimersByTimeAsync(10);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    for (let minute = 0; minute < 4; minute += 1) await vi.advanceTimersByTimeAsync(50_000);
    expect(events.open()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(events.open()).toHaveLength(0);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(10);
    expect(events.open()).toHaveLength(1);
  });

  test('an expired session is renewed, and the stream reopens with the new token', async () => {
    events.refuse(() => new Response('{}', { status: 401 }));
    const waiting = server.keepWaiting(refresh);
    openTab();
    await expect.poll(() => server.bodiesOf(refresh)).toHaveLength(1);
    events.refuse(null);
    waiting({ token: 'fresh' });
    expect((await opened(1)).token).toBe('Bearer fresh');
  });
});

describe('presence', () => {
  /** Fake IntersectionObserver: every element is in view. */
  class AllInView {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.#report = report;
    }
    observe(target: Element): void {
      this.#report([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry], this as never);
    }
    unobserve(): void {}
  }

  let requests: string[][];
  beforeEach(() => {
    const server = fakeServer();
    server.answer(listPresence, {
      data: [
        { id: 'ada', is_online: true },
        { id: 'olu', is_online: false },
      ],
    });
    requests = [];
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      requests.push(new URL(url, location.href).searchParams.get('ids')?.split(',') ?? []);
      return answer(url, init);
    });
    vi.stubGlobal('IntersectionObserver', AllInView);
    signIn('a-token', aMember());
  });

  const avatars = (...ids: string[]) => ids.map((id) => <AvatarWithPresence key={id} member={{ id, avatar_url: null }} size={36} />);

  test('members on the same screen share one request, and those online have a dot', async () => {
    await renderScreen(avatars('ada', 'olu', 'hidden'));
    expect(await screen.findAllByRole('img', { name: 'Online' })).toHaveLength(1);
    expect(requests).toEqual([['ada', 'olu', 'hidden']]);
  });

  test('one request covers at most fifty members', async () => {
    await renderScreen(avatars(...Array.from({ length: 60 }, (_, number) => `m${number}`)));
    await expect.poll(() => requests.map(({ length }) => length)).toEqual([50, 10]);
  });

  test("the viewer's own presence is not requested", async () => {
    await renderScreen([<OnlineTag key="me" id={aMember().id} />, <OnlineTag key="ada" id="ada" />]);
    expect(await screen.findAllByText('Online')).toHaveLength(1);
    expect(requests).toEqual([['ada']]);
  });
});

describe('throttle hints', () => {
  let delivered: Hint[][];
  let leaving: AbortController;
  let take: (hint: Hint) => void;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    delivered = [];
    leaving = new AbortController();
    take = throttleHints((hints) => delivered.push(hints), leaving.signal);
  });
  afterEach(() => {
    leaving.abort();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const edited = (post_id: string): Hint => ({ event: 'topic', id: 't1', change: 'post_changed', post_id });

  test('hints that need a refetch arrive immediately, then in groups after pauses that double up to a minute', async () => {
    const times: number[] = [];
    const startedAt = Date.now();
    for (let second = 0; second < 300; second += 1) {
      const before = delivered.length;
      take(edited(`p${second % 3}`));
      await vi.advanceTimersByTimeAsync(1_000);
      if (delivered.length > before) times.push(Math.round((Date.now() - startedAt) / 1_000));
    }
    expect(times).toEqual([1, 2, 5, 11, 23, 47, 95, 155, 215, 275]);
    expect(delivered.at(-1)).toHaveLength(3);
  });

  test('after a quiet time the next hint is again delivered immediately', async () => {
    for (let second = 0; second < 120; second += 1) {
      take(edited('p1'));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(200_000);
    const before = delivered.length;
    take(edited('p1'));
    await vi.advanceTimersByTimeAsync(1);
    expect(delivered).toHaveLength(before + 1);
  });

  test('hints that need no refetch are delivered without a pause, with the newest count', async () => {
    for (const likes_count of [1, 2, 3]) take({ event: 'topic', id: 't1', change: 'likes', post_id: 'p1', likes_count });
    take({ event: 'topic', id: 't1', change: 'post_added', post_id: 'p2', number: 2 });
    await vi.advanceTimersByTimeAsync(1);
    expect(delivered.flat()).toMatchObject([{ likes_count: 3 }, { change: 'post_added' }]);
  });

  test('new posts are delivered in order of creation', async () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.9).mockReturnValueOnce(0);
    for (const number of [2, 3]) take({ event: 'topic', id: 't1', change: 'post_added', post_id: `p${number}`, number });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(delivered.flat()).toMatchObject([{ number: 2 }, { number: 3 }]);
  });
});

test('the first retry comes after one to five seconds', () => {
  expect(retryPause(1, null, 0)).toBe(1_000);
  expect(retryPause(1, null, 1)).toBe(5_000);
});

test('each failure doubles the pause up to a maximum', () => {
  expect([2, 3, 4].map((failures) => retryPause(failures, null, 0))).toEqual([2_000, 4_000, 8_000]);
  expect(retryPause(50, null, 1)).toBe(80_000);
});

test("a retry never comes before the time in the server's Retry-After", () => {
  expect(retryPause(1, 30, 0)).toBe(30_000);
  expect(retryPause(9, 10, 0)).toBe(16_000);
});

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const take = eventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

test('an event is emitted once it is complete, in any number of chunks', () => {
  const text = 'id: 7-1\nevent: photo\ndata: {"id":"p1"}\n\n';
  const parsed = [{ id: '7-1', name: 'photo', data: '{"id":"p1"}' }];
  expect(read(text)).toEqual(parsed);
  expect(read(...text)).toEqual(parsed);
  expect(read(text.slice(0, -1))).toEqual([]);
});

test('keep-alive comments are not events', () => {
  expect(read(': still here\n\n', ':\n\nevent: feed\ndata: {}\n\n')).toEqual([{ id: null, name: 'feed', data: '{}' }]);
});

test('an id without data is emitted as an event without a name', () => {
  expect(read('id: 7-2\n\n')).toEqual([{ id: '7-2', name: '', data: '' }]);
});

test('CRLF line ends and a value without a leading space are accepted', () => {
  expect(read('event:topic\r\ndata:{"id":"t1"}\r\n\r\n')).toEqual([{ id: null, name: 'topic', data: '{"id":"t1"}' }]);
});
