'use no memo';

import { tryAgain } from '@mbari/words/ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailedProps {
  title: string;
  /** `h1` where this is the whole page. */
  level?: 'h1' | 'h2';
  /** What may help. */
  children: ReactNode;
  /** It is being asked for again. */
  busy?: boolean;
  onRetry: () => void;
}

/** In the place of all that a page or a list would show, which could not be had. */
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
