/**
 * Returns the name that `text` probably misspells: two letters, or one in a short name, are missing, added, replaced or swapped. The first
 * letter must match, so that GS_BUCKET of another program is no misspelt S3_BUCKET.
 */
export const findNearName = (text: string, names: Iterable<string>): string | undefined => {
  const [nearest] = [...names]
    .map((name) => ({ name, distance: distanceBetween(text, name) }))
    .filter(({ name, distance }) => name[0] === text[0] && distance <= (name.length < 8 ? 1 : 2))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.name;
};

/** Edit distance by optimal string alignment. */
function distanceBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : i)));
  for (let i = 1; i <= one.length; i += 1)
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
      rows[i]![j] = Math.min(replaced, swapped, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
    }
  return rows[one.length]![other.length]!;
}
