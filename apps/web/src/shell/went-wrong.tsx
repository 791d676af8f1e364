import { useRouter } from '@tanstack/react-router';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

/** Where a page could not be shown at all: its code did not come, or it broke. */
export function WentWrong({ reset }: { reset: () => void }) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      drawing="cracked"
      level="h1"
      title="This did not open"
      action={
        <>
          <Button onClick={again}>Try Again</Button>
          <Button kind="quiet" onClick={() => location.reload()}>
            Load the page anew
          </Button>
        </>
      }
    >
      The line may have dropped, or something broke on our side. Nothing you shared is lost.
    </EmptyState>
  );
}
