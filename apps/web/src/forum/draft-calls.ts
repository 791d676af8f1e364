import { type ForumDraft, deleteForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum/drafts';
import { queryOptions } from '@tanstack/react-query';
import { type Answered, call, CallRefused, parsed, type Request, seconds } from '~/platform/lib/call.ts';
import { forumDraftsKey } from '~/platform/lib/query-keys.ts';
import type { DraftText } from './draft-text.ts';

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
