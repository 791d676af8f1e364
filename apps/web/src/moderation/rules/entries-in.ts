import type { Filters } from '@mbari/contract/platform/filters';

type Entry = Filters['entries'][number];
type Action = Entry['action'];

const actions: readonly Action[] = ['refuse', 'review', 'report'];

/** One entry a line. */
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

/** Parses all lists, without blank lines and duplicates. */
export const entriesIn = (lists: Record<Action, string>): Entry[] =>
  actions.flatMap((action) => wordsIn(lists[action]).map((text) => ({ text, action })));

export function errorsByList(errors: Record<string, readonly string[]>, entries: readonly Entry[]): Record<string, string[]> {
  const byList: Record<string, string[]> = {};
  for (const [field, said] of Object.entries(errors)) {
    const entry = entries[Number(/^entries\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
    const list = entry?.action ?? (field === 'entries' ? 'refuse' : field);
    byList[list] = [...(byList[list] ?? []), ...said.map((one) => (entry ? `${entry.text}: ${one}` : one))];
  }
  return byList;
}
