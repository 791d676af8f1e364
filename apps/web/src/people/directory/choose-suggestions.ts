import type { Suggestion } from '@mbari/contract/people/directory';
import * as limits from '@mbari/contract/platform/limits';

/** Ids of the last suggestions shown, newest first. */
const key = 'mbari_suggested';

/**
 * Chooses the suggestions to show: first members that were not shown yet, then those shown longest ago. `kept` are on the screen and stay.
 */
export function chooseSuggestions(suggestions: readonly Suggestion[], kept: readonly string[] = []): Suggestion[] {
  const shown = readShown();
  const turnOf = ({ id }: Suggestion): number =>
    kept.includes(id) ? limits.suggestions + 1 : shown.includes(id) ? shown.indexOf(id) : limits.suggestions;
  const chosen = suggestions.toSorted((one, other) => turnOf(other) - turnOf(one)).slice(0, room());
  const ids = chosen.map(({ id }) => id);
  writeShown([...ids, ...shown.filter((id) => !ids.includes(id))].slice(0, limits.suggestions));
  return chosen;
}

/** A phone shows half, so that the list below stays in reach. */
const room = (): number => (matchMedia('(max-width: 760px)').matches ? limits.suggestedInDirectory / 2 : limits.suggestedInDirectory);

function readShown(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (Array.isArray(ids)) return ids.filter((id) => typeof id === 'string');
  } catch {
    // Unreadable, or storage is blocked.
  }
  return [];
}

function writeShown(ids: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Storage is full or blocked: the same members are suggested again.
  }
}
