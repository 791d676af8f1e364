import type { QueryClient } from '@tanstack/react-query';
import { serverUnreachable } from '~/platform/lib/offline-responses.ts';

interface Line {
  isLost: boolean;
  /** Seconds until the next automatic attempt; null while one is running. */
  seconds: number | null;
  /** Time at which the displayed data was cached; null if none of it was. */
  keptAt: number | null;
}

const there: Line = { isLost: false, seconds: null, keptAt: null };
const firstPause = 5;
const longestPause = 60;

let line: Line = there;
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking = false;
const listeners = new Set<() => void>();

export const currentLine = (): Line => line;

export function watchLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Refetches everything once the server is reachable again, because content may have been hidden or deleted. */
export function watchConnection(client: QueryClient, onBack: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const back = () => {
    const wasLost = line.isLost;
    pause = firstPause;
    tellWorker(false);
    become(there);
    if (!wasLost) return;
    void client.invalidateQueries();
    onBack();
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    if (line.isLost) become({ ...line, seconds: null });
    const isReached = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    asking = false;
    if (signal.aborted) return;
    if (isReached) return back();
    tellWorker(true);
    wait(pause);
    pause = Math.min(longestPause, pause * 2);
  };
  const wait = (seconds: number) => {
    become({ ...line, isLost: true, seconds });
    timer = setTimeout(() => (seconds > 1 ? wait(seconds - 1) : void ask()), 1_000);
  };
  const onUnreached = (event: Event) => {
    const { detail } = event as CustomEvent<number | null>;
    if (typeof detail === 'number') become({ ...line, keptAt: detail });
    if (!line.isLost) void ask();
  };
  addEventListener(serverUnreachable, onUnreached, { signal });
  addEventListener('offline', () => void ask(), { signal });
  addEventListener('online', () => void ask(), { signal });
  addEventListener(askAgain, () => void ask(), { signal });
  if (!navigator.onLine) void ask();
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

const askAgain = 'mbari-ask-again';
export const askServerAgain = (): boolean => dispatchEvent(new Event(askAgain));

const tellWorker = (away: boolean): void => navigator.serviceWorker?.controller?.postMessage({ away });

function become(next: Line): void {
  line = next;
  for (const tell of listeners) tell();
}
