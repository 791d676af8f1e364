import { deletePhoto, type Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photos';
import { markTitle, unmarkTitle } from '@mbari/words/resolving';
import * as sentences from '@mbari/words/sentences';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { MarkPhoto } from '~/photos/warnings/mark-photo.tsx';
import { deletedPostLeft, postDeleted } from '~/platform/lib/cache-events/photos.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog, DialogButtons } from '~/platform/ui/dialog.tsx';

/** Asks, deletes the post, and goes back. An organiser may instead change the content warning of another member's post. */
export function DeletePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [isMarking, setMarking] = useState(false);
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
  if (isMarking) return <MarkPhoto photo={photo} onClose={onClose} />;
  return (
    <Dialog
      title={words.deletePhoto}
      onClose={onClose}
      footer={
        <DialogButtons
          kind="danger"
          busy={busy && deleting}
          // Delays refetches until the page is left, because they would request the deleted post.
          onClick={() => void asOnePress(`delete ${photo.id}`, remove)}
          onCancel={onClose}
        >
          {words.deleteAction}
        </DialogButtons>
      }
    >
      <p>{sentences.deletePhoto}</p>
      {!photo.viewer.may_edit && (
        <Button kind="text" className="mt-s3" onClick={() => setMarking(true)}>
          {photo.warning ? unmarkTitle : markTitle}
        </Button>
      )}
    </Dialog>
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
