import { type Photo, deletePhoto } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photos';
import * as sentences from '@mbari/words/sentences';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { deletedPostLeft, postDeleted } from '~/platform/lib/cache-events/posts.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';

/** Asks, deletes the post, and goes back. */
export function DeletePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call(deletePhoto, { params: { id: photo.id } });
    } catch (error) {
      // The post is already deleted.
      if (!(error instanceof CallRefused && error.status === 404)) {
        toast.error(sentences.photoDeleteFailed);
        onClose();
        return;
      }
    }
    postDeleted(client, photo.id);
    onClose();
    toast.success(sentences.photoDeleted);
    await leave(router);
    deletedPostLeft(client, photo.id);
  };
  return (
    <ConfirmDialog
      title={words.deletePhoto}
      question={sentences.deletePhoto}
      action={words.deleteAction}
      busy={busy && deleting}
      // Delays refetches until the page is left, because they would request the deleted post.
      onConfirm={() => void asOnePress(`delete ${photo.id}`, remove)}
      onClose={onClose}
    />
  );
}

/** Goes to the previous page, or to the feed if there is none. */
async function leave(router: AnyRouter): Promise<void> {
  const left = new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      resolve();
    });
  });
  if (router.history.canGoBack()) router.history.back();
  else void router.navigate({ to: '/feed', replace: true });
  await left;
}
