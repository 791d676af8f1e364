'use no memo';

import * as words from '@mbari/words/wall';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { NoConnection } from '~/platform/ui/no-connection.tsx';
import { WallSkeleton } from './wall-skeleton.tsx';

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
