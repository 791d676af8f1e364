'use no memo';

import { tryAgain } from '@mbari/words/ui';
import * as words from '@mbari/words/wall';
import { Link } from '@tanstack/react-router';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { aloneBelow, feedLayout, packRows } from './row-layout.ts';
import { useWallWidth } from './wall-rows.tsx';

export function WallLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        {words.loadingPhotos}
      </p>
      <WallSkeleton />
    </>
  );
}

export function WallUnreached({ title, busy, onRetry }: { title: string; busy: boolean; onRetry: () => void }) {
  if (!navigator.onLine) return <NoConnection onRetry={onRetry} />;
  return (
    <LoadFailed title={title} busy={busy} onRetry={onRetry}>
      {words.wallFailedHint}
    </LoadFailed>
  );
}

/** Placeholder for content that is unavailable offline. It loads by itself once the connection returns. */
export function NoConnection({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing="offline"
      level="h2"
      title={words.noConnection}
      action={
        <>
          <Button onClick={onRetry}>{tryAgain}</Button>
          {!['/', '/feed'].includes(location.pathname) && (
            <Link to="/feed" className="link self-center">
              {words.lastFeed}
            </Link>
          )}
        </>
      }
    >
      {words.noConnectionHint}
    </EmptyState>
  );
}

const ratios = [0.75, 1.667, 0.8, 1, 1.5, 0.667, 1.333, 0.8];

export function WallSkeleton() {
  const { wall, width } = useWallWidth();
  const layout = feedLayout(width);
  const rows = width === 0 ? [] : packRows(ratios, layout).slice(0, 3);
  return (
    <div ref={wall} className="wall" data-alone={width < aloneBelow || undefined} aria-hidden="true">
      {rows.map(({ from, to, width: rowWidth }) => (
        <div key={from} className="wall-row" style={{ width: rowWidth, gap: layout.gap, marginBlockEnd: layout.rowGap }}>
          {ratios.slice(from, to).map((ratio) => (
            <div key={ratio} className="wall-photo" style={{ flexGrow: ratio * 100 }}>
              <div className="wall-frame bg-image-backdrop" style={{ aspectRatio: ratio }} />
              <div className="wall-label">
                <div className="mt-1 h-4 w-1/2 bg-wall" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
