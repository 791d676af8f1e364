'use no memo';

import { tryAgain } from '@mbari/words/ui';
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
