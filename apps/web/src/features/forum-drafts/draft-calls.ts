import { deleteForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum-drafts';
import type { ForumDraft } from '@mbari/contract/shapes/forum-drafts';
import { queryOptions } from '@tanstack/react-query';
import { call, CallRefused } from '~/lib/call.ts';
import { forumDraftsKey } from '~/lib/query-keys.ts';
import type { DraftText } from './draft-text.ts';

/** Where the member has begun something. */
export const ownDrafts = queryOptions({
  queryKey: forumDraftsKey,
  queryFn: async ({ signal }) => (await call(listForumDrafts, { signal })).data,
  staleTime: 30_000,
});

/** The server's draft, which another device may just have taken away. */
export async function findDraft(place: string): Promise<ForumDraft | null> {
  try {
    return (await call(readForumDraft, { params: { place } })).data;
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return null;
    throw error;
  }
}

/** Of what is sent while the page is left a browser takes 64 KB. Longer texts are sent as all else is, and stay in the browser. */
const keepaliveBytes = 60_000;

export async function saveDraft(place: string, text: DraftText, version: number): Promise<ForumDraft> {
  const body = { ...text, version };
  const keepalive = new Blob([JSON.stringify(body)]).size <= keepaliveBytes;
  return (await call(saveForumDraft, { params: { place }, body, keepalive })).data;
}

export const removeDraft = async (place: string): Promise<void> =>
  void (await call(deleteForumDraft, { params: { place }, keepalive: true }));
