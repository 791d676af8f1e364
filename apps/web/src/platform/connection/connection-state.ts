import type { QueryClient } from '@tanstack/react-query';
import { serverUnreachable } from '~/platform/lib/offline-responses.ts';

interface Line {
  isLost: boolean;
  /** Seconds until the next automatic attempt; null during an attempt. */
  seconds: number | null;
  /** Time at which the displayed data was cached; null for data from the server. */
  keptAt: number | null;
}

const connected: Line = { isLost: false, seconds: null, keptAt: null };
const firstPause = 5;
const longestPause = 60;

let line: Line = connected;
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;
let isChecking = false;
const listeners = new Set<() => void>();

export const currentLine = (): Line => line;

export function watchLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Refetches all queries once the server is reachable again, because content may have been hidden or deleted. */
export function watchConnection(client: QueryClient, onBack: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const back = () => {
    const wasLost = line.isLost;
    pause = firstPause;
    tellWorker(false);
    setLine(connected);
    if (!wasLost) return;
    void client.invalidateQueries();
    onBack();
  };
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    clearTimeout(timer);
    if (line.isLost) setLine({ ...line, seconds: null });
    const isReached = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      // A proxy answers 502 to 504 while the server is away.
      ({ status }) => status < 502,
      () => false,
    );
    isChecking = false;
    if (signal.aborted) return;
    if (isReached) return back();
    tellWorker(true);
    wait(pause);
    pause = Math.min(longestPause, pause * 2);
  };
  const wait = (seconds: number) => {
    setLine({ ...line, isLost: true, seconds });
    timer = setTimeout(() => (seconds > 1 ? wait(seconds - 1) : void check()), 1_000);
  };
  const onUnreached = (event: Event) => {
    const { detail } = event as CustomEvent<number | null>;
    if (typeof detail === 'number') setLine({ ...line, keptAt: detail });
    if (!line.isLost) void check();
  };
  addEventListener(serverUnreachable, onUnreached, { signal });
  addEventListener('offline', () => void check(), { signal });
  addEventListener('online', () => void check(), { signal });
  addEventListener(askAgain, () => void check(), { signal });
  if (!navigator.onLine) void check();
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

const askAgain = 'mbari-ask-again';
export const askServerAgain = (): boolean => dispatchEvent(new Event(askAgain));

const tellWorker = (away: boolean): void => navigator.serviceWorker?.controller?.postMessage({ away });

function setLine(next: Line): void {
  line = next;
  for (const listener of listeners) listener();
}
