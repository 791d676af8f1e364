'use no memo';
import { savePhoto, unsavePhoto } from '@mbari/contract/photos/feed';
import type { Photo } from '@mbari/contract/photos/posts';
import '~/photos/posts/photos.css';
import * as words from '@mbari/words/photos';
import { useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { handleDeletedPost } from '~/photos/posts/handle-deleted-post.ts';
import { savedChanged, savedPostsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';

export function SaveButton({ photo }: { photo: Photo }) {
  const { toggle } = useSavePhoto(photo);
  const label = photo.is_saved ? words.saved : words.save;
  return (
    <button
      type="button"
      className="count-button save-button"
      data-saved={photo.is_saved || undefined}
      aria-pressed={photo.is_saved}
      aria-label={label}
      title={label}
      disabled={!photo.viewer.may_like}
      onClick={toggle}
    >
      <Bookmark size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

/** Toggles the viewer's save optimistically in every cached list. */
function useSavePhoto(photo: Photo): { toggle: () => void } {
  const client = useQueryClient();
  const { id, is_saved: isSaved } = photo;
  return useToggle({
    key: `save ${id}`,
    on: isSaved,
    show: (on) => savedChanged(client, id, on),
    send: async (on) => {
      await call(on ? savePhoto : unsavePhoto, { params: { id } });
      savedPostsChanged(client);
    },
    onRefused: (error) => {
      handleDeletedPost(client, id, error);
      toast.error(errorMessage(error, isSaved ? words.unsaveFailed : words.saveFailed));
    },
  });
}
