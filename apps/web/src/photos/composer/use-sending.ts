import { entered } from '@mbari/words/challenges';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/uploads';
import { useEffect, useRef, useState } from 'react';
import { CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type NewPost, type Posted, type SendOptions, sendPost } from './send-post.ts';
import { FileGone, uploadWithRetry, type Waiting } from './upload-with-retry.ts';

export type Sending =
  | { is: 'idle' }
  | { is: 'preparing' }
  | { is: 'sending'; sent: number; total: number; waiting: Waiting | null }
  | { is: 'failed'; message: string };

interface SendingEvents {
  onOffline: () => void;
  /** The member cancelled, or an image could not be prepared. */
  onStop: () => void;
}

/** Sends one post at a time. The feed shows the progress; toasts show the start and the end. */
export function useSending() {
  const [sending, setSending] = useState<Sending>({ is: 'idle' });
  const cancel = useRef<AbortController | null>(null);
  const busy = sending.is === 'sending' || sending.is === 'preparing';
  useWarnOnLeaving(busy);
  // Unmounting during an upload means that the member signed out.
  useEffect(() => () => cancel.current?.abort(), []);

  /** Returns the answer or refusal; null after a network error, or if cancelled or not prepared. */
  const send = async (
    prepare: () => Promise<NewPost | null>,
    { onOffline, onStop }: SendingEvents,
  ): Promise<Posted | CallRefused | null> => {
    const { signal } = (cancel.current = new AbortController());
    const toastId = randomId();
    toast.loading(sentences.uploading, { id: toastId });
    setSending({ is: 'preparing' });
    const stop = () => {
      toast.dismiss(toastId);
      setSending({ is: 'idle' });
      onStop();
      return null;
    };
    try {
      const post = await prepare();
      signal.throwIfAborted();
      if (post === null) return stop();
      const total = post.images.reduce((sum, { file }) => sum + file.size, 0);
      setSending({ is: 'sending', sent: 0, total, waiting: null });
      const upload = { files: post.images.map(({ file }) => file), send: (options: SendOptions) => sendPost(post, options) };
      const posted = await uploadWithRetry(upload, {
        signal,
        onProgress: (sent, all) => setSending({ is: 'sending', sent, total: all, waiting: null }),
        onWaiting: (waiting) => {
          setSending({ is: 'sending', sent: 0, total, waiting });
          if (waiting?.for === 'connection') onOffline();
        },
      });
      toast.success(post.challenge_id ? entered : posted.data.scheduled ? words.scheduled : sentences.uploaded, { id: toastId });
      return posted;
    } catch (error) {
      if (signal.aborted) return stop();
      if (error instanceof CallRefused && error.code === 'pending_review') {
        toast.dismiss(toastId);
        return error;
      }
      toast.error(sentences.uploadFailed, { id: toastId });
      setSending({ is: 'failed', message: messageOf(error) });
      return error instanceof CallRefused ? error : null;
    }
  };
  return { sending, busy, send, cancel: () => cancel.current?.abort() };
}

const messageOf = (error: unknown): string => (error instanceof FileGone ? words.fileGone : errorMessage(error, words.connectionLost));

function useWarnOnLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}
