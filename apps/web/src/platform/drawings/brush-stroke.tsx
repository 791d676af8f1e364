'use no memo';

import { strokePath } from './paths.ts';

/** The swelling line under the chosen word; its parent is `relative`. */
export function BrushStroke({ className = '' }: { className?: string }) {
  return (
    <svg className={`brush-stroke ${className}`} viewBox="0 0 100 8" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
      <path d={strokePath} />
    </svg>
  );
}
