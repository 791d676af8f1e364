import { deleteForumDraft, type ForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum/drafts';
import { queryOptions } from '@tanstack/react-query';
import { withoutPending } from '~/forum/markdown/pending-images.ts';
import { type Answered, call, CallRefused, parsed, type Request, seconds } from '~/platform/lib/call.ts';
import { forumDraftsKey } from '~/platform/lib/query-keys.ts';

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

/** Appends newly typed text to the earlier draft. */
export function joinTexts(beginning: DraftText, since: DraftText): DraftText {
  if (isEmptyText(since) || isSameText(beginning, since)) return { title: beginning.title, body: beginning.body };
  if (isEmptyText(beginning)) return since;
  return { title: since.title || beginning.title, body: [beginning.body, since.body].filter((body) => body !== '').join('\n\n') };
}

interface EditedDraft {
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
export function compareDrafts(edited: EditedDraft, storedDraft: ForumDraft | null): 'same' | 'ours' | 'theirs' | 'ask' {
  // The server never had a draft, or another device posted or discarded it.
  if (storedDraft === null) return edited.version === 0 || !edited.changed || isEmptyText(edited.text) ? 'ours' : 'ask';
  if (isSameText(edited.text, storedDraft)) return 'same';
  if (isEmptyText(storedDraft)) return 'ours';
  if (!edited.changed) return 'theirs';
  if (edited.version === storedDraft.version || edited.sent.some((text) => isSameText(text, storedDraft))) return 'ours';
  return isEmptyText(edited.text) ? 'theirs' : 'ask';
}

export const ownDrafts = queryOptions({
  queryKey: forumDraftsKey,
  queryFn: async ({ signal }) => (await call(listForumDrafts, { signal })).data,
  staleTime: 30_000,
});

/** Returns the server's draft, or null if there is none. */
export async function findDraft(place: string): Promise<ForumDraft | null> {
  try {
    return (await call(readForumDraft, { params: { place } })).data;
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return null;
    throw error;
  }
}

/** Browsers limit keepalive requests to 64 KB. Longer texts use a normal request and stay in the browser. */
const keepaliveBytes = 60_000;

/** Sends a request that outlives the page. */
async function sendOutliving({ url, method, headers, body }: Request): Promise<Answered> {
  const keepalive = typeof body !== 'string' || new Blob([body]).size <= keepaliveBytes;
  const response = await fetch(url, { method, headers, body, keepalive });
  return { status: response.status, body: parsed(await response.text()), retryAfter: seconds(response.headers.get('retry-after')) };
}

export const saveDraft = async (place: string, text: DraftText, version: number): Promise<ForumDraft> =>
  (await call(saveForumDraft, { params: { place }, body: { ...text, version }, transport: sendOutliving })).data;

export const removeDraft = async (place: string): Promise<void> =>
  void (await call(deleteForumDraft, { params: { place }, transport: sendOutliving }));
