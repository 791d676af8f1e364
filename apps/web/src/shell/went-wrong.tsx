'use no memo';

import * as words from '@mbari/words/shell';
import { tryAgain } from '@mbari/words/ui';
import { useEffect } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

/**
 * Error page for a failed chunk or a crash. Retry reloads the page. Vite never requests a failed style sheet again, nor some browsers a
 * failed script. Offline, the page reloads when the connection returns.
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
