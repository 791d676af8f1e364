import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

/**
 * Where a page could not be shown at all: its code did not come, or it broke. Another try loads it whole, since Vite asks for a style
 * sheet once only.
 */
export const WentWrong = () => (
  <EmptyState drawing="cracked" level="h1" title="This did not open" action={<Button onClick={() => location.reload()}>Try Again</Button>}>
    The line may have dropped, or something broke on our side. Nothing you shared is lost.
  </EmptyState>
);
