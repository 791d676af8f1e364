'use no memo';

import { strokePath } from './paths.ts';

/** Brush stroke under the selected word. The parent must be `relative`. */
export function BrushStroke({ className = '' }: { className?: string }) {
  return (
    <svg className={`brush-stroke ${className}`} viewBox="0 0 100 8" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
      <path d={strokePath} />
    </svg>
  );
}
