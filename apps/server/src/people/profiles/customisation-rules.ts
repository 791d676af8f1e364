import type { Accent } from '@mbari/contract/accents';

export interface Appearance {
  accent: Accent | null;
  pins: readonly string[];
  /** Image id. */
  cover: string | null;
}

/** Returns the fields that a change adds to, which needs a plan; removing does not. */
export function additionsIn(before: Appearance, after: Appearance): (keyof Appearance)[] {
  return [
    ...(after.accent !== null && after.accent !== before.accent ? (['accent'] as const) : []),
    ...(isWhatIsLeft(after.pins, before.pins) ? [] : (['pins'] as const)),
    ...(after.cover !== null && after.cover !== before.cover ? (['cover'] as const) : []),
  ];
}

/** Returns true if items were only removed, with the order unchanged. */
function isWhatIsLeft(after: readonly string[], before: readonly string[]): boolean {
  const left = before.filter((id) => after.includes(id));
  return left.length === after.length && left.every((id, index) => id === after[index]);
}
