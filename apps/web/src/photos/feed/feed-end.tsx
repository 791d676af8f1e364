'use no memo';

import * as words from '@mbari/words/feed';
import type { ReactNode } from 'react';
import { BrushStroke, CoilMark } from '~/platform/site/drawings.tsx';

export function FeedEnd({ children }: { children: ReactNode }) {
  return (
    <div className="feed-end">
      <div className="feed-end-mark">
        <BrushStroke />
        <CoilMark size={32} />
        <BrushStroke />
      </div>
      <p className="font-semibold text-ink">{words.end}</p>
      <p>{children}</p>
    </div>
  );
}
