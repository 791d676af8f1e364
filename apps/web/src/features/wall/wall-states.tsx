'use no memo';

import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { WallSkeleton } from './wall-skeleton.tsx';

export function WallLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading photos
      </p>
      <WallSkeleton />
    </>
  );
}

export function WallUnreached({ title, busy, onRetry }: { title: string; busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="cracked"
      title={title}
      action={
        <Button busy={busy && 'Try Again'} onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      The wall could not be reached. Nothing on it is lost.
    </EmptyState>
  );
}
