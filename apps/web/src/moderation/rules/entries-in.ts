import type { Filters } from '@mbari/contract/shapes/filters';

type Entry = Filters['entries'][number];
type Action = Entry['action'];

const actions: readonly Action[] = ['refuse', 'review', 'report'];

/** The lists as they are written: one a line. */
export const linesOf = (entries: readonly Entry[], action: Action): string =>
  entries
    .filter((entry) => entry.action === action)
    .map(({ text }) => text)
    .join('\n');

const wordsIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The entries of all lists, in the order in which they are sent; blank lines and those that stand there twice are left out. */
export const entriesIn = (lists: Record<Action, string>): Entry[] =>
  actions.flatMap((action) => wordsIn(lists[action]).map((text) => ({ text, action })));

/** What is wrong with single entries, each with its word, by the list that they stand in. */
export function errorsByList(errors: Record<string, readonly string[]>, entries: readonly Entry[]): Record<string, string[]> {
  const byList: Record<string, string[]> = {};
  for (const [field, said] of Object.entries(errors)) {
    const entry = entries[Number(/^entries\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
    const list = entry?.action ?? (field === 'entries' ? 'refuse' : field);
    byList[list] = [...(byList[list] ?? []), ...said.map((one) => (entry ? `${entry.text}: ${one}` : one))];
  }
  return byList;
}
