'use no memo';

import type { ReactNode } from 'react';
import { UliDrawing, type UliName } from '~/platform/site/uli-drawing.tsx';

interface EmptyStateProps {
  drawing: UliName;
  title: string;
  level?: 'h1' | 'h2';
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ drawing, title, level: Heading = 'h2', children, action }: EmptyStateProps) {
  return (
    <section className="empty mx-auto grid w-full max-w-[480px] justify-items-center gap-s3 px-s4 py-s7 text-center">
      <UliDrawing name={drawing} />
      <Heading className="display mt-s3 text-t36 [overflow-wrap:anywhere]" tabIndex={Heading === 'h1' ? -1 : undefined}>
        {title}
      </Heading>
      {children && <div className="max-w-[44ch] text-pretty text-ink-quiet">{children}</div>}
      {action && <div className="mt-s3 flex flex-wrap justify-center gap-s3">{action}</div>}
    </section>
  );
}
