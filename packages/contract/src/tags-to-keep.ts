import { fold } from './fold.ts';
import * as limits from './limits.ts';

/** Returns the tags to store for a text, distinct as the database compares them. */
export function tagsToKeep(written: Iterable<string>): string[] {
  const kept = new Map<string, string>();
  for (const tag of written) {
    if (kept.size === limits.tags) break;
    const key = fold(tag);
    if (!kept.has(key)) kept.set(key, tag.normalize('NFC'));
  }
  return [...kept.values()];
}
