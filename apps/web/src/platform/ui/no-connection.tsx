'use no memo';

import * as words from '@mbari/words/offline';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Placeholder for content that is unavailable offline. It loads by itself once the connection returns. */
export function NoConnection({ level = 'h2', onRetry }: { level?: 'h1' | 'h2'; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="offline"
      level={level}
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
