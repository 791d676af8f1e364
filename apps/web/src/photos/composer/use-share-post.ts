import { entered } from '@mbari/words/challenges';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { challengeOutdated, postAdded } from '~/platform/lib/cache-events/photos.ts';
import { CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { errorsOf, missingFields, withoutEditedFields, withoutFileErrors } from './post-errors.ts';
import type { PostText } from './post-model.ts';
import { type NewPost, type Posted, type SendOptions, sendPost } from './send-post.ts';
import { FileGone, uploadWithRetry, type Waiting } from './upload-with-retry.ts';
import type { PostDraft } from './use-post-draft.ts';

interface SharePostOptions {
  /** Returns true after opening a question, whose answer calls `share`. */
  asksFirst: (post: PostDraft) => boolean;
  onStart: () => void;
  /** The member cancelled, or an image could not be prepared. */
  onStop: () => void;
  onPosted: (posted: Posted, images: readonly ChosenImage[]) => void;
  onPending: () => void;
}

/** Validates and sends the post, and shows errors. */
export function useSharePost(post: PostDraft, { asksFirst, onStart, onStop, onPosted, onPending }: SharePostOptions) {
  const client = useQueryClient();
  const { sending, busy, send, cancel } = useSending();

  const { errors, setErrors, onSubmit, submit } = useForm<PostDraft>({
    start: post,
    check: ({ text, chosen }) => {
      const missing = missingFields(text, chosen.images);
      if (Object.keys(missing).length > 0) toast.error(sentences.uploadIncomplete, { id: sentences.uploadIncomplete });
      return missing;
    },
    waits: asksFirst,
    send: async () => {
      onStart();
      let sent: readonly ChosenImage[] = [];
      const answer = await send(
        async () => {
          const prepared = await post.prepareToSend();
          sent = prepared?.images ?? [];
          return prepared;
        },
        { onOffline: () => post.setWaiting(true), onStop },
      );
      post.setWaiting(false);
      // Also if the post waits for review.
      if (post.text.challenge_id) challengeOutdated(client, post.text.challenge_id);
      if (showPendingToast(answer)) {
        post.remove();
        onPending();
      } else if (answer instanceof CallRefused) throw answer;
      else if (answer !== null) {
        post.remove();
        if (answer.data.scheduled) void client.invalidateQueries({ queryKey: scheduledPostsKey });
        else postAdded(client, answer.data);
        onPosted(answer, sent);
      }
    },
    errorsOf,
    // The feed, the footer and a toast show the failure.
    onFailure: () => undefined,
  });
  return {
    errors,
    showFileErrors: (files: readonly string[]) => {
      setErrors((before) => ({ ...before, files }));
      for (const text of files) toast.error(text, { id: text });
    },
    textChanged: (before: PostText, changed: PostText) => setErrors((errors) => withoutEditedFields(errors, before, changed)),
    imagesChanged: () => setErrors(withoutFileErrors),
    onSubmit,
    share: () => void submit(),
    sending,
    busy,
    cancel,
  };
}

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
function useSending() {
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
