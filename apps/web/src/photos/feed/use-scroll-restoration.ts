import { useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FeedTab } from './feed-tabs.ts';

/**
 * Stores a scroll position for each feed tab. Returns a function to call before leaving the tab. The router restores the position
 * after going back from a post.
 */
export function useScrollRestoration(tab: FeedTab): () => void {
  const positions = useRef(new Map<FeedTab, number>());
  const shown = useRef(tab);
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    scrollTo({ top: positions.current.get(tab) ?? 0, behavior: 'instant' });
  }, [tab]);
  useReturnAfterReload(tab);
  return () => positions.current.set(tab, scrollY);
}

/** After a reload the page is at first too short to restore the position. */
function useReturnAfterReload(tab: FeedTab): void {
  const client = useQueryClient();
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0;
  const wanted = useRef({ client, tab, top });
  useEffect(() => {
    if (wanted.current.top <= scrollY + 1) return;
    const stop = new AbortController();
    void import('./return-after-reload.ts').then(({ returnAfterReload }) => returnAfterReload(wanted.current, stop.signal));
    return () => stop.abort();
  }, []);
}
