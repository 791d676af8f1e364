import * as sentences from '@mbari/contract/sentences';
import { useEffect, useRef, useState } from 'react';
import { CallRefused, wordsOf } from '~/lib/call.ts';
import { randomId } from '~/lib/random-id.ts';
import { toast } from '~/lib/toast.ts';
import type { NewPost, Posted } from './send-post.ts';
import type { Sending } from './sending-progress.tsx';
import { FileGone, uploadWithRetry } from './upload-with-retry.ts';

/** One post on its way, and what is said of it: in the composer, and by toast. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ is: 'at rest' });
  const cancel = useRef<AbortController | null>(null);
  const busy = sending.is === 'sending' || sending.is === 'readying';
  useWarnOnLeaving(busy);
  // Nobody is left whom its end would concern: signed out.
  useEffect(() => () => cancel.current?.abort(), []);

  /** What the server answered; its refusal; or null: cancelled. `makeReady` may take its time, and answers null where it cannot be. */
  const send = async (makeReady: () => Promise<NewPost | null>): Promise<Posted | CallRefused | null> => {
    const { signal } = (cancel.current = new AbortController());
    const toastId = randomId();
    toast.loading(sentences.uploading, { id: toastId });
    setSending({ is: 'readying' });
    try {
      const post = await makeReady();
      signal.throwIfAborted();
      if (post === null) {
        toast.dismiss(toastId);
        setSending({ is: 'at rest' });
        return null;
      }
      const total = post.images.reduce((sum, { file }) => sum + file.size, 0);
      setSending({ is: 'sending', sent: 0, total, waiting: null });
      const posted = await uploadWithRetry(post, {
        signal,
        onProgress: (sent, all) => setSending({ is: 'sending', sent, total: all, waiting: null }),
        onWaiting: (waiting) => setSending({ is: 'sending', sent: 0, total, waiting }),
      });
      toast.success(sentences.uploaded, { id: toastId });
      return posted;
    } catch (error) {
      if (signal.aborted) {
        toast.dismiss(toastId);
        setSending({ is: 'at rest' });
        return null;
      }
      toast.error(sentences.uploadFailed, { id: toastId });
      const otherwise =
        error instanceof FileGone
          ? 'A photo is not where it was picked from any more. Remove it and choose it again.'
          : 'The line dropped. Nothing you wrote is lost.';
      setSending({ is: 'failed', message: wordsOf(error, otherwise) });
      return error instanceof CallRefused ? error : null;
    }
  };
  return { sending, busy, send, cancel: () => cancel.current?.abort() };
}

/** Asks before the window is closed over an upload. */
function useWarnOnLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}
