import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/feed';
import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Spinner } from '~/platform/ui/spinner.tsx';
import type { FeedTab } from './feed-tabs.ts';
import './pull-to-refresh.css';

/** Movement of the indicator per movement of the finger. */
const pace = 0.5;
const enough = limits.pullDistance * limits.pullThreshold;

interface PullToRefreshProps {
  tab: FeedTab;
  /** Resolves to true on success. Shows failures itself. */
  onRefresh: () => Promise<boolean>;
}

export function PullToRefresh({ tab, onRefresh }: PullToRefreshProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<'resting' | 'refreshing' | 'refreshed'>('resting');
  const busy = status === 'refreshing';

  const show = useEffectEvent((pulled: number) => {
    if (mark.current === null) return;
    mark.current.style.setProperty('--pulled', `${pulled}px`);
    mark.current.dataset['state'] = pulled === 0 ? 'rest' : pulled > enough ? 'enough' : 'pulled';
  });
  const release = useEffectEvent(async (pulled: number) => {
    if (pulled <= enough || busy) return show(0);
    setStatus('refreshing');
    show(enough);
    // Without a delay, members would not notice the new order.
    if (tab === 'trending') await new Promise((resolve) => setTimeout(resolve, limits.trendingRefreshDelay));
    const worked = await onRefresh();
    show(0);
    setStatus(worked ? 'refreshed' : 'resting');
  });

  useEffect(() => followPulls(show, (pulled) => void release(pulled)), []);

  return (
    <>
      <p role="status" className="sr-only">
        {status === 'refreshing' ? words.refreshing : status === 'refreshed' && words.refreshed}
      </p>
      <div ref={mark} className="pull" data-state="rest" aria-hidden="true">
        {busy ? <Spinner size={22} /> : <RefreshCw size={22} strokeWidth={1.6} />}
      </div>
    </>
  );
}

/** Tracks one finger pulling the page down. The listeners are passive, so the page scrolls normally. */
function followPulls(onPull: (pulled: number) => void, onRelease: (pulled: number) => void): () => void {
  const { style } = document.documentElement;
  // Disables the browser's own pull to refresh, which reloads the page.
  style.overscrollBehaviorY = 'contain';
  let from: { x: number; y: number } | null = null;
  let pulled = 0;
  const stop = new AbortController();
  const listen = (type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', listener: (event: TouchEvent) => void) =>
    addEventListener(type, listener, { passive: true, signal: stop.signal });
  const release = (distance: number) => {
    from = null;
    if (pulled > 0) onRelease(distance);
    pulled = 0;
  };
  listen('touchstart', ({ touches, target }) => {
    const [finger] = touches;
    if (touches.length > 1) return release(0);
    if (finger === undefined || scrollY > 0 || (target instanceof Element && target.closest('dialog, .header, .bar'))) return;
    from = { x: finger.clientX, y: finger.clientY };
  });
  listen('touchmove', ({ touches: [finger] }) => {
    if (from === null || finger === undefined) return;
    const down = finger.clientY - from.y;
    // Ignores movement upwards or sideways.
    if (scrollY > 0 || (pulled === 0 && (down < 0 || Math.abs(finger.clientX - from.x) > down))) return release(0);
    pulled = Math.min(limits.pullDistance, Math.max(0, down * pace));
    onPull(pulled);
  });
  listen('touchend', () => release(pulled));
  listen('touchcancel', () => release(0));
  return () => {
    stop.abort();
    style.overscrollBehaviorY = '';
  };
}
