import type { ForumDraft } from '@mbari/contract/shapes/forum-drafts';
import { withoutPending } from '~/forum/markdown/pending-images.ts';

/** What is written and not posted. Only a topic, and a change of its opening, have a title. */
export interface DraftText {
  title: string;
  body: string;
}

export const noText: DraftText = { title: '', body: '' };

/** As the server keeps it: without spaces around it, and without images that are still on their way. */
export const asKept = ({ title, body }: DraftText): DraftText => ({ title: tidy(title), body: tidy(withoutPending(body)) });

const tidy = (text: string): string => text.normalize('NFC').trim();

export function isSameText(one: DraftText, other: DraftText): boolean {
  const [a, b] = [asKept(one), asKept(other)];
  return a.title === b.title && a.body === b.body;
}

/** Returns title and body as one text to copy. */
export const textOf = ({ title, body }: DraftText): string => [title, body].filter((text) => text.trim() !== '').join('\n\n');

export const isEmptyText = (text: DraftText): boolean => isSameText(text, noText);

/** What was begun before, and behind it what was typed since. */
export function joined(begun: DraftText, since: DraftText): DraftText {
  if (isEmptyText(since) || isSameText(begun, since)) return { title: begun.title, body: begun.body };
  if (isEmptyText(begun)) return since;
  return { title: since.title || begun.title, body: [begun.body, since.body].filter((body) => body !== '').join('\n\n') };
}

interface Ours {
  text: DraftText;
  /** The version on the server that it is made from; 0: none. */
  version: number;
  /** Whether anything was typed since. */
  changed: boolean;
  /** What left this device without an answer: the server may have taken it all the same. */
  sent: readonly DraftText[];
}

/**
 * What becomes of the text here, and the one that the server keeps. `same`: they are one. `ours` goes on, and is saved where it was
 * changed. `theirs` takes its place, since nothing is lost. `ask`: both have words of their own, so the member chooses.
 */
export function compareDrafts(ours: Ours, kept: ForumDraft | null): 'same' | 'ours' | 'theirs' | 'ask' {
  // Nothing is kept: it never was, or it was posted or thrown away on another device.
  if (kept === null) return ours.version === 0 || !ours.changed || isEmptyText(ours.text) ? 'ours' : 'ask';
  if (isSameText(ours.text, kept)) return 'same';
  if (isEmptyText(kept)) return 'ours';
  if (!ours.changed) return 'theirs';
  if (ours.version === kept.version || ours.sent.some((text) => isSameText(text, kept))) return 'ours';
  return isEmptyText(ours.text) ? 'theirs' : 'ask';
}
