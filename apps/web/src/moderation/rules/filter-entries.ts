import type { Filters } from '@mbari/contract/platform/filters';

type Entry = Filters['entries'][number];
type Action = Entry['action'];

const actions: readonly Action[] = ['refuse', 'review', 'report'];

/** One entry per line. */
export const formatEntries = (entries: readonly Entry[], action: Action): string =>
  entries
    .filter((entry) => entry.action === action)
    .map(({ text }) => text)
    .join('\n');

const parseLines = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Parses all lists, without blank lines and duplicates. */
export const parseEntries = (lists: Record<Action, string>): Entry[] =>
  actions.flatMap((action) => parseLines(lists[action]).map((text) => ({ text, action })));

export function errorsByList(errors: Record<string, readonly string[]>, entries: readonly Entry[]): Record<string, string[]> {
  const byList: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(errors)) {
    const entry = entries[Number(/^entries\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
    const list = entry?.action ?? (field === 'entries' ? 'refuse' : field);
    byList[list] = [...(byList[list] ?? []), ...messages.map((message) => (entry ? `${entry.text}: ${message}` : message))];
  }
  return byList;
}
