import { hashtagsIn } from '@mbari/contract/platform/hashtags';
import type { TextEdit } from '~/platform/lib/edit-field.ts';

/** Returns the mention being typed before the caret and the position of its @, or null. */
export function mentionAt(text: string, caret: number): { from: number; term: string } | null {
  const match = /(?:^|[^\p{L}\p{N}_.@])@([\p{L}\p{M}\p{N}_.]{0,30})$/u.exec(text.slice(0, caret));
  if (match === null) return null;
  const term = match[1] ?? '';
  return { from: caret - term.length - 1, term };
}

/** Replaces the mention or tag being typed, followed by one space. */
export function completion(text: string, { from, to }: { from: number; to: number }, inserted: string): TextEdit {
  const hasSpace = /^\s/.test(text.slice(to));
  const end = from + inserted.length + 1;
  return { from, to, text: `${inserted}${hasSpace ? '' : ' '}`, select: [end, end] };
}

const fold = (words: string): string => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns whether the username, or a word of the name, starts with the term. */
export function beginsWith({ name, username }: { name: string; username: string }, term: string): boolean {
  const foldedTerm = fold(term);
  return [fold(username), ...fold(name).split(/\s+/)].some((word) => word.startsWith(foldedTerm));
}

/** Returns the tag being typed before the caret and the position of its #, or null. */
export function tagAt(text: string, caret: number): { from: number; term: string } | null {
  const before = text.slice(0, caret);
  const last = hashtagsIn(before).at(-1);
  // A trailing joiner or dot belongs to the tag once a letter follows.
  if (last === undefined || !/^[\u200c·・]?$/u.test(before.slice(last.at + 1 + last.written.length))) return null;
  return { from: last.at, term: before.slice(last.at + 1) };
}
