import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import type { ChosenImage } from '~/features/image-picker/chosen-image.ts';
import type { Posted, PostText } from '~/features/uploads/send-post.ts';
import { useSending } from '~/features/uploads/use-sending.ts';
import { addedPostLeft, postAdded } from '~/lib/cache-events/posts.ts';
import { CallRefused } from '~/lib/call.ts';
import { saidPending } from '~/lib/said-pending.ts';
import { toast } from '~/lib/toast.ts';
import { type PostErrors, errorsOf, missingFrom, withoutMended } from './post-errors.ts';
import type { PostDraft } from './use-post-draft.ts';

interface SharePostOptions {
  form: RefObject<HTMLFormElement | null>;
  onPosted: (posted: Posted, images: readonly ChosenImage[]) => void;
  /** It waits for an organiser. */
  onPending: () => void;
}

/** Sends the post, once and whole, and shows what is wrong with it. */
export function useSharePost({ form, onPosted, onPending }: SharePostOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<PostErrors>({});
  const { sending, busy, send, cancel } = useSending();

  const isComplete = ({ text, chosen }: PostDraft): boolean => {
    const missing = missingFrom(text, chosen.images);
    if (missing === null) return true;
    setErrors(missing);
    toast.error(sentences.uploadIncomplete, { id: sentences.uploadIncomplete });
    form.current?.querySelector<HTMLElement>(missing.noImage ? '.file-picker button' : '[name=title]')?.focus();
    return false;
  };
  const share = async (post: PostDraft) => {
    setErrors({});
    let sent: readonly ChosenImage[] = [];
    const answer = await send(
      async () => {
        const prepared = await post.prepareToSend();
        sent = prepared?.images ?? [];
        return prepared;
      },
      () => post.setWaiting(true),
    );
    post.setWaiting(false);
    if (saidPending(answer)) {
      post.remove();
      onPending();
      await navigate({ to: '/pending' });
    } else if (answer instanceof CallRefused) setErrors(errorsOf(answer));
    else if (answer !== null) {
      post.remove();
      postAdded(client, answer.data);
      await navigate({ to: '/feed' });
      scrollTo({ top: 0 });
      addedPostLeft(client);
      onPosted(answer, sent);
    }
  };
  return {
    errors,
    /** Shown with the images, and as toasts. */
    showImageErrors: (images: readonly string[]) => {
      setErrors((before) => ({ ...before, images }));
      for (const text of images) toast.error(text, { id: text });
    },
    textChanged: (before: PostText, changed: PostText) => setErrors((errors) => withoutMended(errors, before, changed)),
    imagesChanged: () => setErrors(({ title, description, category, noImage = false }) => ({ title, description, category, noImage })),
    isComplete,
    share,
    sending,
    busy,
    cancel,
  };
}
