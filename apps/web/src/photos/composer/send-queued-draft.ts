import { isComposerOpen, openComposerWith } from './composer-host.tsx';
import { draftWaits } from './stored-draft.ts';

/** Sends the draft saved while offline. It keeps its idempotency key, so that several attempts or tabs post it once. */
export function sendQueuedDraft(): void {
  if (draftWaits() && !isComposerOpen() && navigator.onLine) openComposerWith([], { isQueued: true });
}
