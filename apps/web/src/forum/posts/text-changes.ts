export interface Change {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Above this product of word counts, the difference is one removed and one added piece. */
const mostPairs = 1_000_000;

export function changesBetween(earlier: string, later: string): Change[] {
  const [from, to] = [wordsOf(earlier), wordsOf(later)];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return together([
    ...from.slice(0, start).map(same),
    ...differing(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...from.slice(from.length - end).map(same),
  ]);
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
const same = (text: string): Change => ({ text, kind: 'same' });
const removed = (text: string): Change => ({ text, kind: 'removed' });
const added = (text: string): Change => ({ text, kind: 'added' });

/** Finds the longest common subsequence. */
function differing(from: readonly string[], to: readonly string[]): Change[] {
  if (from.length * to.length > mostPairs) return [...from.map(removed), ...to.map(added)];
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        from[i] === to[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length)
    if (from[i] === to[j]) {
      changes.push(same(from[i]!));
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) changes.push(removed(from[i++]!));
    else changes.push(added(to[j++]!));
  return [...changes, ...from.slice(i).map(removed), ...to.slice(j).map(added)];
}

function together(changes: readonly Change[]): Change[] {
  const pieces: Change[] = [];
  for (const { text, kind } of changes) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  }
  return pieces;
}
