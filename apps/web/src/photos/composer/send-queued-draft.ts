import * as words from '@mbari/words/offline';
import type { QueryClient } from '@tanstack/react-query';
import { addedPostLeft, postAdded } from '~/platform/lib/cache-events/posts.ts';
import { CallRefused } from '~/platform/lib/call.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { toast } from '~/platform/lib/toast.ts';
import { isComposerOpen } from './composer-host.tsx';
import { textOf } from './post-model.ts';
import { sendPost } from './send-post.ts';
import { draftWaits, findDraft, removeDraft, storeDraft } from './stored-draft.ts';

/** Sends the draft saved while offline. It keeps its idempotency key, so that several attempts or tabs post it once. */
export async function sendQueuedDraft(client: QueryClient, memberId: string): Promise<void> {
  if (!draftWaits() || isComposerOpen() || !navigator.onLine) return;
  const draft = await findDraft(memberId);
  if (!draft?.waiting || draft.send === null || draft.images.length === 0) return;
  const images = draft.images.map((image) => ({ ...image, camera: image.prepared?.camera ?? null }));
  const post = { ...textOf(draft), key: draft.send.key, images };
  try {
    const posted = await sendPost(post, { signal: new AbortController().signal, onProgress: () => undefined });
    await removeDraft(memberId);
    postAdded(client, posted.data);
    addedPostLeft(client);
    toast.success(words.sharedNow);
  } catch (error) {
    // Retries temporary errors at the next reconnection or start.
    if (!(error instanceof CallRefused) || error.status >= 500 || error.status === 429) return;
    if (showPendingToast(error)) return removeDraft(memberId);
    await storeDraft(memberId, { ...draft, waiting: false });
    toast.error(words.shareNotSent);
  }
}
