'use no memo';

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
