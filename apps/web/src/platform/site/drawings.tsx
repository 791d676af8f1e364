'use no memo';

import { coilPath, strokePath } from './paths.ts';
import { useBrand } from './use-site.ts';

/** Brush stroke under the selected word. The parent must be `relative`. */
export function BrushStroke({ className = '' }: { className?: string }) {
  return (
    <svg className={`brush-stroke ${className}`} viewBox="0 0 100 8" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
      <path d={strokePath} />
    </svg>
  );
}

export function CoilMark({ size = 28, className = 'text-laterite' }: { size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={coilPath} />
    </svg>
  );
}

const lobes = [45, 135, 225, 315];

/** Kola nut with four lobes: the verified badge, and the progress of onboarding. `full` lobes are filled, the next one is ochre. */
export function KolaNut({ size = 20, full = 4 }: { size?: number; full?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      {lobes.map((angle, index) => (
        <ellipse
          key={angle}
          className={index < full ? 'kola-full' : index === full ? 'kola-next' : 'kola-empty'}
          cx="34.2"
          cy="24"
          rx="12.4"
          ry="9.4"
          transform={`rotate(${angle + 180} 24 24)`}
        />
      ))}
    </svg>
  );
}

export function SiteMark() {
  const { logo } = useBrand();
  if (logo === null) return <CoilMark />;
  return <img className="site-mark" src={logo.url} width={logo.width} height={logo.height} alt="" decoding="async" />;
}
