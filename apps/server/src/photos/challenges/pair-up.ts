export interface Pair {
  left_id: string;
  right_id: string;
}

/**
 * Pairs neighbours of a list that is sorted by fewest views, each entry once, without the pairs that the voter already had. Draws the sides by lot.
 * An entry whose neighbours were all its opponents before waits for the next list.
 */
export function pairUp(ids: readonly string[], had: readonly Pair[], { count, random }: { count: number; random: () => number }): Pair[] {
  const hadKeys = new Set(had.map(keyOf));
  const waiting = [...ids];
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const first = waiting.shift();
    if (first === undefined) break;
    const index = waiting.findIndex((second) => !hadKeys.has(keyOf({ left_id: first, right_id: second })));
    if (index === -1) continue;
    const [second] = waiting.splice(index, 1) as [string];
    pairs.push(random() < 0.5 ? { left_id: first, right_id: second } : { left_id: second, right_id: first });
  }
  return pairs;
}

const keyOf = ({ left_id: a, right_id: b }: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
