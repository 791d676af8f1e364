import { useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FeedTab } from './feed-tabs.ts';

/**
 * Each tab has its own place on its own wall. (Coming back from a post is the router's affair: the wall is as long as it was
 * before anything is painted.) Answers what to call before the tab is left.
 */
export function useScrollRestoration(tab: FeedTab): () => void {
  const places = useRef(new Map<FeedTab, number>());
  const shown = useRef(tab);
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    scrollTo({ top: places.current.get(tab) ?? 0, behavior: 'instant' });
  }, [tab]);
  useReturnAfterReload(tab);
  return () => places.current.set(tab, scrollY);
}

/** A page that was read anew is short at first. */
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
