'use no memo';

import { tryAgain } from '@mbari/words/ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailedProps {
  title: string;
  /** `h1` if this is the whole page. */
  level?: 'h1' | 'h2';
  /** Advice. */
  children: ReactNode;
  /** True during a retry. */
  busy?: boolean;
  onRetry: () => void;
}

/** Placeholder for a page or list that could not be loaded. */
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
