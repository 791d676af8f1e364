import { hashtagsIn } from '@mbari/contract/hashtags';

/** Returns the tag being typed before the caret and the position of its #, or null. */
export function tagAt(text: string, caret: number): { from: number; term: string } | null {
  const before = text.slice(0, caret);
  const last = hashtagsIn(before).at(-1);
  // A trailing joiner or dot belongs to the tag once a letter follows.
  if (last === undefined || !/^[\u200c·・]?$/u.test(before.slice(last.at + 1 + last.written.length))) return null;
  return { from: last.at, term: before.slice(last.at + 1) };
}
