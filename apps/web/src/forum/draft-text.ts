import type { ForumDraft } from '@mbari/contract/forum/drafts';
import { withoutPending } from '~/forum/markdown/pending-images.ts';

/** Unposted text. Only topics and edits of openings have a title. */
export interface DraftText {
  title: string;
  body: string;
}

export const noText: DraftText = { title: '', body: '' };

/** Normalizes text like the server, without pending images. */
export const asKept = ({ title, body }: DraftText): DraftText => ({ title: tidy(title), body: tidy(withoutPending(body)) });

const tidy = (text: string): string => text.normalize('NFC').trim();

export function isSameText(one: DraftText, other: DraftText): boolean {
  const [a, b] = [asKept(one), asKept(other)];
  return a.title === b.title && a.body === b.body;
}

export const textOf = ({ title, body }: DraftText): string => [title, body].filter((text) => text.trim() !== '').join('\n\n');

export const isEmptyText = (text: DraftText): boolean => isSameText(text, noText);

/** Appends text typed since to the earlier draft. */
export function joined(begun: DraftText, since: DraftText): DraftText {
  if (isEmptyText(since) || isSameText(begun, since)) return { title: begun.title, body: begun.body };
  if (isEmptyText(begun)) return since;
  return { title: since.title || begun.title, body: [begun.body, since.body].filter((body) => body !== '').join('\n\n') };
}

interface Ours {
  text: DraftText;
  /** Server version that the text is based on; 0: none. */
  version: number;
  changed: boolean;
  /** Unanswered saves, which the server may have stored. */
  sent: readonly DraftText[];
}

/**
 * `same`: equal. `ours`: keep this text, and save it if changed. `theirs`: take the server's; nothing is lost. `ask`: both contain unsaved
 * changes, so the member chooses.
 */
export function compareDrafts(ours: Ours, kept: ForumDraft | null): 'same' | 'ours' | 'theirs' | 'ask' {
  // The server never had a draft, or another device posted or discarded it.
  if (kept === null) return ours.version === 0 || !ours.changed || isEmptyText(ours.text) ? 'ours' : 'ask';
  if (isSameText(ours.text, kept)) return 'same';
  if (isEmptyText(kept)) return 'ours';
  if (!ours.changed) return 'theirs';
  if (ours.version === kept.version || ours.sent.some((text) => isSameText(text, kept))) return 'ours';
  return isEmptyText(ours.text) ? 'theirs' : 'ask';
}
