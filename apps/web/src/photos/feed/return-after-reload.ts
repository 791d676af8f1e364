import type { QueryClient } from '@tanstack/react-query';
import { feedOf } from './feed-queries.ts';
import type { FeedTab } from './feed-tabs.ts';
import { pagesRead } from './read-feed.ts';

const maxPages = 10;
/** Input that cancels the restoration. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Restores the scroll position after a reload, as soon as the page is long enough. */
export function returnAfterReload({ client, tab, top }: { client: QueryClient; tab: FeedTab; top: number }, signal: AbortSignal): void {
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end, { signal: stop.signal });
  for (const move of moves) addEventListener(move, end, { signal: stop.signal, capture: true, passive: true });
  let asked = false;
  const restore = () => {
    if (stop.signal.aborted) return;
    const { scrollHeight } = document.documentElement;
    if (scrollHeight - innerHeight >= top) {
      scrollTo({ top, behavior: 'instant' });
      end();
    } else if (tab !== 'trending' && !asked && pagesRead(client, tab) === 1) {
      asked = true;
      // Assumes pages of equal height.
      const pages = Math.min(maxPages, Math.ceil((top + innerHeight) / scrollHeight) + 1);
      client.fetchInfiniteQuery({ ...feedOf(tab), pages, staleTime: 0 }).catch(end);
    }
  };
  const observer = new ResizeObserver(restore);
  observer.observe(document.body);
  stop.signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}
