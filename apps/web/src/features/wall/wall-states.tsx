'use no memo';

import { tryAgain } from '@mbari/words/ui';
import * as words from '@mbari/words/wall';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { NoConnection } from '~/ui/no-connection.tsx';
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
    <EmptyState
      drawing="cracked"
      title={title}
      action={
        <Button busy={busy && tryAgain} onClick={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {words.wallFailedHint}
    </EmptyState>
  );
}
