import * as words from '@mbari/words/shell';
import { tryAgain } from '@mbari/words/ui';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

/**
 * Where a page could not be shown at all: its code did not come, or it broke. Another try loads it whole, since Vite asks for a style
 * sheet once only.
 */
export const WentWrong = () => (
  <EmptyState drawing="cracked" level="h1" title={words.wentWrong} action={<Button onClick={() => location.reload()}>{tryAgain}</Button>}>
    {words.wentWrongHint}
  </EmptyState>
);
