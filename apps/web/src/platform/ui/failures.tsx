'use no memo';

import * as offlineWords from '@mbari/words/offline';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailedProps {
  title: string;
  level?: 'h1' | 'h2';
  children: ReactNode;
  busy?: boolean;
  onRetry: () => void;
}

export const LoadFailed = ({ title, level = 'h2', children, busy = false, onRetry }: LoadFailedProps) => (
  <EmptyState
    drawing="cracked"
    level={level}
    title={title}
    action={
      <Button busy={busy && tryAgain} onClick={onRetry}>
        {tryAgain}
      </Button>
    }
  >
    {children}
  </EmptyState>
);

/** Placeholder for content that is unavailable offline. It loads by itself once the connection returns. */
export function NoConnection({ level = 'h2', onRetry }: { level?: 'h1' | 'h2'; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="offline"
      level={level}
      title={offlineWords.noConnection}
      action={
        <>
          <Button onClick={onRetry}>{tryAgain}</Button>
          {!['/', '/feed'].includes(location.pathname) && (
            <Link to="/feed" className="link self-center">
              {offlineWords.lastFeed}
            </Link>
          )}
        </>
      }
    >
      {offlineWords.noConnectionHint}
    </EmptyState>
  );
}
