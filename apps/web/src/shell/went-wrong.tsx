'use no memo';

import * as words from '@mbari/words/shell';
import { tryAgain } from '@mbari/words/ui';
import { useEffect } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

/**
 * Where a page could not be shown at all: its code did not come, or it broke. Another try loads it whole, since Vite asks for a style
 * sheet once only, and some browsers for a script. Without a connection it comes by itself when there is one.
 */
export function WentWrong() {
  useEffect(() => {
    if (navigator.onLine) return undefined;
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <EmptyState
      drawing={navigator.onLine ? 'cracked' : 'offline'}
      level="h1"
      title={words.wentWrong}
      action={navigator.onLine && <Button onClick={reload}>{tryAgain}</Button>}
    >
      {words.wentWrongHint}
    </EmptyState>
  );
}

const reload = () => location.reload();
