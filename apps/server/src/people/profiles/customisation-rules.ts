import type { Accent } from '@mbari/contract/accents';

/** What a profile is made of, as it is and as it is to be. */
export interface Appearance {
  accent: Accent | null;
  pins: readonly string[];
  /** Of the image. */
  cover: string | null;
}

/** What a change adds or alters, beyond taking something away: that takes a plan. */
export function additionsIn(before: Appearance, after: Appearance): (keyof Appearance)[] {
  return [
    ...(after.accent !== null && after.accent !== before.accent ? (['accent'] as const) : []),
    ...(isWhatIsLeft(after.pins, before.pins) ? [] : (['pins'] as const)),
    ...(after.cover !== null && after.cover !== before.cover ? (['cover'] as const) : []),
  ];
}

/** The same without some of them, and in the same order. */
function isWhatIsLeft(after: readonly string[], before: readonly string[]): boolean {
  const left = before.filter((id) => after.includes(id));
  return left.length === after.length && left.every((id, index) => id === after[index]);
}
