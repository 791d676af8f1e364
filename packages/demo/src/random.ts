/** Seeded random numbers. The demo uses no other source. */
export interface Random {
  /** Returns a number from 0 up to 1. */
  next(): number;
  between(least: number, most: number): number;
  /** Returns a whole number, both ends included. */
  whole(least: number, most: number): number;
  chance(odds: number): boolean;
  pick<Thing>(things: readonly Thing[]): Thing;
  shuffle<Thing>(things: readonly Thing[]): Thing[];
  /** Returns a number around `middle`, seldom farther than `spread`. */
  near(middle: number, spread: number): number;
  /** Returns an independent sequence, so that drawing from it does not affect this one. */
  child(name: string): Random;
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed >>> 0);
  const between = (least: number, most: number): number => least + next() * (most - least);
  const whole = (least: number, most: number): number => Math.floor(between(least, most + 1));
  return {
    next,
    between,
    whole,
    chance: (odds) => next() < odds,
    pick: (things) => things[Math.floor(next() * things.length)]!,
    shuffle(things) {
      const shuffled = [...things];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = Math.floor(next() * (last + 1));
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
    near: (middle, spread) => middle + (next() + next() + next() - 1.5) * (spread / 1.5),
    child: (name) => randomFrom(hash(`${seed}:${name}`)),
  };
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}
