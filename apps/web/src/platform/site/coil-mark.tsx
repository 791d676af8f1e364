'use no memo';

import { coilPath } from './paths.ts';

export function CoilMark({ size = 28, className = 'text-laterite' }: { size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={coilPath} />
    </svg>
  );
}
