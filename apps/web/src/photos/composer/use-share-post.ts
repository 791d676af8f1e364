import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { challengeOutdated, postAdded } from '~/platform/lib/cache-events/photos.ts';
import { CallRefused } from '~/platform/lib/call.ts';
import { scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { errorsOf, missingFields, withoutEditedFields, withoutFileErrors } from './post-errors.ts';
import type { PostText } from './post-model.ts';
import type { Posted } from './send-post.ts';
import type { PostDraft } from './use-post-draft.ts';
import { useSending } from './use-sending.ts';

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
