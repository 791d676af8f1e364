'use no memo';

import * as offlineWords from '@mbari/words/offline';
import * as words from '@mbari/words/ui';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export function FetchFailed({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-s3 py-s2">
      <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="text-laterite-ink" />
      <span>{message}</span>
      <Button kind="text" busy={busy && words.tryAgain} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  );
}

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
