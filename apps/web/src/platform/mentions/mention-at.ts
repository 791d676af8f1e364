import type { TextEdit } from '~/platform/lib/edit-field.ts';

/** What is being written behind an @ that stands before the caret, and where the @ is; null: no name is being written. */
export function mentionAt(text: string, caret: number): { from: number; term: string } | null {
  const match = /(?:^|[^\p{L}\p{N}_.@])@([\p{L}\p{M}\p{N}_.]{0,30})$/u.exec(text.slice(0, caret));
  if (match === null) return null;
  const term = match[1] ?? '';
  return { from: caret - term.length - 1, term };
}

/** Puts a name or a tag in place of what is being written, with one space behind it. */
export function completion(text: string, { from, to }: { from: number; to: number }, inserted: string): TextEdit {
  const hasSpace = /^\s/.test(text.slice(to));
  const end = from + inserted.length + 1;
  return { from, to, text: `${inserted}${hasSpace ? '' : ' '}`, select: [end, end] };
}

const fold = (words: string): string => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether what is being written begins the username or a word of the name. */
export function beginsWith({ name, username }: { name: string; username: string }, term: string): boolean {
  const sought = fold(term);
  return [fold(username), ...fold(name).split(/\s+/)].some((word) => word.startsWith(sought));
}
